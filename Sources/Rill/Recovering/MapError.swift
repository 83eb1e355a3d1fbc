extension ObservableConvertible {
    /// Puts another error in the place of the source's.
    ///
    ///     source   -1--2--#
    ///     result   -1--2--#          source.mapError { _ in CancellationError() }
    ///     where    # = CancellationError()
    ///
    /// ## Errors
    /// What `transform` returns or throws.
    ///
    /// - Parameters:
    ///   - transform: Makes the new error.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the same values.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/catch.html>
    @inlinable
    public func mapError(
        _ transform: @escaping @Sendable (any Error) throws -> any Error,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            attach(
                Observer(observer.scope) { event in
                    guard case .error(let error) = event else { return observer.send(event) }
                    let mapped: any Error
                    do {
                        mapped = try observer.scope.explaining { try transform(error) }
                    } catch {
                        mapped = error
                    }
                    observer.fail(mapped, at: Site("mapError", place))
                })
        }
    }
}
