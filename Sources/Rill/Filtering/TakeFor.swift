extension ObservableConvertible {
    /// Emits values for a while, then completes and disposes the source.
    ///
    ///     source   -1--2--3--|
    ///     result   -1--2|            source.take(for: .seconds(5), scheduler: scheduler)
    ///
    /// The while begins with the subscription. A source that ends earlier ends the result.
    ///
    /// ## Errors
    /// Forwards an error that comes before.
    ///
    /// - Parameters:
    ///   - duration: How long, zero or more.
    ///   - scheduler: Who waits, and where the completion is delivered.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values that come in time.
    /// - Complexity: One timer.
    /// - SeeAlso: `take(until:file:line:)`; `deadline(_:scheduler:file:line:)`, which fails instead
    public func take(
        for duration: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        take(until: .timer(duration, scheduler: scheduler, file: file, line: line), file: file, line: line)
    }
}
