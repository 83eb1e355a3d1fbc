extension ObservableConvertible {
    /// Delays the subscription to the source.
    ///
    ///     source      -1--2--|
    ///     result   ----1--2--|       source.delaySubscription(.seconds(3), scheduler: scheduler)
    ///
    /// ![A marble diagram of `delaySubscription`.](delaySubscription)
    ///
    /// Events are forwarded without a delay. Events that a hot source emits before the subscription are missed. If the
    /// result is disposed during the delay, the source is not subscribed to.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - dueTime: The delay. If it is zero or negative, it has elapsed.
    ///   - scheduler: The scheduler that runs the timer, and on which the source is subscribed to. Defaults to a global
    ///     concurrent queue.
    /// - Returns: An observable that emits the events of the delayed subscription.
    /// - Complexity: One timer.
    /// - SeeAlso: `delay(_:scheduler:file:line:)`, which delays the events
    public func delaySubscription(
        _ dueTime: Duration, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let site = OperatorCallSite("delaySubscription", file, line)
            let inner = Observer<Element>(observer.scope) { observer.forward($0, at: site) }
            attach(inner, after: dueTime, on: scheduler, at: site)
        }
    }
}
