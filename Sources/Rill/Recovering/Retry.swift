extension ObservableConvertible {
    /// Subscribes again when the source fails, up to a number of attempts in all.
    ///
    ///     source   -1--#
    ///     source       -2--|
    ///     result   -1---2--|         source.retry(2)
    ///
    /// `retry(1)` is one attempt and no more. The attempts follow each other at once; a failed one is released before the
    /// next begins.
    ///
    /// ## Errors
    /// That of the last attempt.
    ///
    /// - Parameters:
    ///   - attempts: How many in all, one or more.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of all attempts.
    /// - Complexity: Constant per value; the attempts are a loop and do not nest.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/retry.html>
    @inlinable
    public func retry(_ attempts: Int, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        precondition(attempts > 0, "retry counts attempts and needs one or more, got \(attempts)")
        let place = Place(file, line)
        return Observable<Element> { observer in
            let left = SerialState(attempts)
            Sequencer(observer, at: Site("retry", place)) { end in
                if let end {
                    guard case .error = end, left.value > 0 else { return .end(end) }
                }
                left.value -= 1
                return .run(asObservable())
            }.run()
        }
    }
}
