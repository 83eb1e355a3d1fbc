extension ObservableConvertible {
    /// Resubscribes to the source when it fails, up to a total number of attempts.
    ///
    ///     source   -1--#
    ///     source       -2--|
    ///     result   -1---2--|         source.retry(2)
    ///
    /// ![A marble diagram of `retry`.](retry-2)
    ///
    /// `retry(1)` makes a single attempt. A new attempt starts immediately after the failed one has been disposed.
    ///
    /// ## Errors
    /// The error of the last attempt.
    ///
    /// - Parameter attempts: The total number of attempts. Must be at least 1.
    /// - Returns: An observable of the elements of all attempts.
    /// - Complexity: O(1) per element. Attempts run in a loop, not recursively.
    @inlinable
    public func retry(_ attempts: Int, file: StaticString = #fileID, line: UInt = #line) -> Observable<Element> {
        precondition(attempts > 0, "retry: the number of attempts must be at least 1, got \(attempts)")
        let location = CallSite(file, line)
        return Observable<Element> { observer in
            let left = SerialState(attempts)
            Sequencer(observer, at: OperatorCallSite("retry", location)) { end in
                if let end {
                    guard case .error = end, left.value > 0 else { return .end(end) }
                }
                left.value -= 1
                return .run(asObservable())
            }.run()
        }
    }
}
