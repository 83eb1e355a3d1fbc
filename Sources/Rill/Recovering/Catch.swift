extension ObservableConvertible {
    /// Switches to another source when this one fails.
    ///
    ///     source   -1--2--#
    ///     other           -8--9--|
    ///     result   -1--2---8--9--|   source.catch { _ in other }
    ///
    /// ![A marble diagram of `catch`.](catch)
    ///
    /// The failed source is disposed before the other source is subscribed to.
    ///
    /// ## Errors
    /// Any error of the other source, and any error thrown by `handler`.
    ///
    /// - Parameter handler: A closure that returns the source to switch to.
    /// - Returns: An observable of the elements of the source and, if it fails, the elements of the other source.
    /// - Complexity: O(1) per element.
    @inlinable
    public func `catch`(
        _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            Sequencer(observer, at: OperatorCallSite("catch", location)) { end in
                guard let end else { return .run(asObservable()) }
                guard case .error(let error) = end else { return .end(end) }
                return .runLast(try handler(error))
            }.run()
        }
    }

    /// Switches to a source of any type, such as a subject, when this one fails; see `catch(_:file:line:)`.
    ///
    /// - Parameter handler: A closure that returns the source to switch to.
    /// - Returns: An observable of the elements of the source and, if it fails, the elements of the other source.
    @inlinable
    @_disfavoredOverload  // keeps type checking fast
    public func `catch`<Source: ObservableConvertible<Element>>(
        _ handler: @escaping @Sendable (any Error) throws -> Source,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        `catch`({ try handler($0).asObservable() }, file: file, line: line)
    }
}
