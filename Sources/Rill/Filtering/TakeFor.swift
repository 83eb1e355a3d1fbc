extension ObservableConvertible {
    /// Emits elements for a while, then completes and disposes the source.
    ///
    ///     source   -1--2--3--|
    ///     result   -1--2|            source.take(for: .seconds(5), scheduler: scheduler)
    ///
    /// The time begins with the subscription. A source that ends earlier ends the result. The time is over by the
    /// scheduler's clock: an event that arrives later, while the timer is late because the scheduler is busy, completes
    /// the result instead.
    ///
    /// ## Errors
    /// Forwards an error that arrives in time.
    ///
    /// - Parameters:
    ///   - duration: How long elements are emitted, zero or more.
    ///   - scheduler: The scheduler of the timer, which delivers the completion, and of the clock.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the elements that arrive in time.
    /// - Complexity: One timer, and one look at the clock per element.
    /// - SeeAlso: `take(until:file:line:)`; `deadline(_:scheduler:file:line:)`, which fails instead
    public func take(
        for duration: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let serial = SerialObserver(observer)
            let source = observer.scope.makeChild()
            let end = scheduler.time(after: duration)
            let complete: @Sendable () -> Void = {
                if source.stop() { serial.send(.completed) }
            }
            WorkSlot(in: source).schedule(after: duration, on: scheduler, complete)
            guard !source.isStopped else { return }
            attach(
                Observer(source) { event in
                    // The serial observer drops the event itself, which comes after the end.
                    if end < scheduler.now { complete() }
                    if event.isTerminal { source.stop() }
                    serial.forward(event, from: source, at: Site("take", file, line))
                })
        }
    }
}
