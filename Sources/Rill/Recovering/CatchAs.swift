extension ObservableConvertible {
    /// Goes on with another source when this one fails with an error of one type.
    ///
    ///     source   -1--2--#
    ///     other           -8--9--|
    ///     result   -1--2---8--9--|   source.catch(as: TestError.self) { _ in other }
    ///
    /// Errors of other types pass. An ``ErrorWrapper`` of another type is looked through, so that a service's own error is
    /// found inside that of a client. What should pass all the same is thrown again:
    ///
    ///     answer.catch(as: StreamError.self) { error in
    ///         guard error.code == .noElements else { throw error }
    ///         return .just("nothing")
    ///     }
    ///
    /// The failed source is released before the other is subscribed to.
    ///
    /// ## Errors
    /// Those of other types; those of the other source; what `handler` throws.
    ///
    /// - Parameters:
    ///   - type: The type of the errors to recover from.
    ///   - handler: Makes the source to go on with.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of one source, then perhaps the other.
    /// - Complexity: Constant per value.
    /// - SeeAlso: `catch(_:file:line:)`, <https://reactivex.io/documentation/operators/catch.html>
    @inlinable
    public func `catch`<Failure: Error>(
        as type: Failure.Type,
        _ handler: @escaping @Sendable (Failure) throws -> Observable<Element>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        let place = Place(file, line)
        return Observable<Element> { observer in
            Sequencer(observer, at: Site("catch", place)) { end in
                guard let end else { return .run(asObservable()) }
                guard let failure = end.error?.find(type) else { return .end(end) }
                return .runLast(try handler(failure))
            }.run()
        }
    }
}
