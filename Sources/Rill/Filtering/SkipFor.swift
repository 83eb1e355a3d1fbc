extension ObservableConvertible {
    /// Omits elements for a duration.
    ///
    ///     source   -1--2--3--4--|
    ///     result   -------3--4--|    source.skip(for: .seconds(5), scheduler: scheduler)
    ///
    /// ![A marble diagram of `skip`.](skip-for)
    ///
    /// The duration starts with the subscription, and the scheduler's clock determines when it has elapsed. A scheduler
    /// without a clock, such as ``ImmediateScheduler``, omits all elements.
    ///
    /// ## Errors
    /// Forwards the source's error, even within the duration.
    ///
    /// - Parameters:
    ///   - duration: The duration. If it is zero or negative, it has elapsed.
    ///   - scheduler: The scheduler that provides the clock. Defaults to a global concurrent queue.
    /// - Returns: An observable of the elements that arrive after the duration.
    /// - Complexity: One clock access per element within the duration; no timer.
    public func skip(
        for duration: Duration, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            observer.noteScheduler(scheduler, for: "skip", file: file, line: line)
            let end = scheduler.time(after: duration)
            let isSkipping = SerialState(true)
            attach(
                Observer(observer.scope) { event in
                    if isSkipping.value, case .next = event {
                        if scheduler.now < end { return }
                        isSkipping.value = false
                    }
                    observer.forward(event, at: OperatorCallSite("skip", file, line))
                })
        }
    }
}
