extension ObservableConvertible {
    /// Goes on with another source when this one fails.
    ///
    ///     source   -1--2--#
    ///     other           -8--9--|
    ///     result   -1--2---8--9--|   source.catch { _ in other }
    ///
    /// The failed source is released before the other is subscribed to.
    ///
    /// ## Errors
    /// Those of the other source; what `handler` throws.
    ///
    /// - Parameters:
    ///   - handler: Makes the source to go on with.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of one source, then perhaps the other.
    /// - Complexity: Constant per value.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/catch.html>
    @inlinable
    public func `catch`(
        _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            Sequencer(observer, at: Site("catch", place)) { end in
                guard let end else { return .run(asObservable()) }
                guard case .error(let error) = end else { return .end(end) }
                return .runLast(try handler(error))
            }.run()
        }
    }
}
