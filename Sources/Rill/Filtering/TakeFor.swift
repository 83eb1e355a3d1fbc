extension ObservableConvertible {
    /// Emits elements for a duration, then completes and disposes the source.
    ///
    ///     source   -1--2--3--|
    ///     result   -1--2|            source.take(for: .seconds(5), scheduler: scheduler)
    ///
    /// ![A marble diagram of `take`.](take-for)
    ///
    /// The duration starts with the subscription. If the source terminates earlier, so does the result. The scheduler's
    /// clock determines when the duration has elapsed: if the timer is late because the scheduler is busy, an event
    /// that arrives after the duration completes the result instead of being emitted.
    ///
    /// ## Errors
    /// Forwards an error that arrives within the duration.
    ///
    /// - Parameters:
    ///   - duration: The duration. If it is zero or negative, it has elapsed.
    ///   - scheduler: The scheduler that provides the clock, runs the timer, and delivers the completion. Defaults to a
    ///     global concurrent queue.
    /// - Returns: An observable of the elements that arrive within the duration.
    /// - Complexity: One timer; one clock access per element.
    /// - SeeAlso: `take(until:file:line:)`; `deadline(_:scheduler:file:line:)`, which fails instead
    public func take(
        for duration: Duration, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let serial = SerialObserver(observer)
            let source = observer.scope.makeChild()
            let end = scheduler.time(after: duration)
            let complete: @Sendable () -> Void = {
                if source.beginStop() { serial.send(.completed) }
            }
            let site = OperatorCallSite("take", file, line)
            SerialWork(in: source, at: site).schedule(after: duration, on: scheduler, complete)
            guard duration > .zero, !source.isStopped else { return }
            attach(
                Observer(source) { event in
                    // The serial observer drops the late event, because it follows a terminal event.
                    if end < scheduler.now { complete() }
                    if event.isTerminal { source.beginStop() }
                    serial.forward(event, from: source, at: site)
                })
        }
    }
}
