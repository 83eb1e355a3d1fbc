extension ObservableConvertible {
    /// Transforms the source's error with a closure.
    ///
    ///     source   -1--2--#
    ///     result   -1--2--#          source.mapError { _ in CancellationError() }
    ///     where    # = CancellationError()
    ///
    /// ![A marble diagram of `mapError`.](mapError)
    ///
    /// ## Errors
    /// The error returned or thrown by `transform`.
    ///
    /// - Parameter transform: A closure that returns the new error.
    /// - Returns: An observable of the same elements.
    /// - Complexity: O(1) per element.
    @inlinable
    public func mapError(
        _ transform: @escaping @Sendable (any Error) throws -> any Error,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            attach(
                Observer(observer.scope) { event in
                    guard case .error(let error) = event else { return observer.send(event) }
                    let mapped: any Error
                    do {
                        mapped = try observer.scope.withErrorTrace { try transform(error) }
                    } catch {
                        mapped = error
                    }
                    observer.fail(mapped, at: OperatorCallSite("mapError", location))
                })
        }
    }
}
