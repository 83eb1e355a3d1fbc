extension ObservableConvertible {
    /// Resubscribes to the source when it fails, according to a policy.
    ///
    ///     source   -1-#
    ///     source          -2-|
    ///     result   -1------2-|  source.retry(.constantBackoff(attempts: 2, delay: .seconds(4)), scheduler: scheduler)
    ///
    /// ![A marble diagram of `retry`.](retry)
    ///
    /// A failed attempt is disposed before the delay starts. Disposal during the delay cancels the next attempt.
    ///
    /// ## Errors
    /// The error of the last attempt.
    ///
    /// - Parameters:
    ///   - policy: The policy that decides on the number of attempts and the delays.
    ///   - scheduler: The scheduler that runs the timer, and on which delayed attempts are subscribed to. Defaults to a
    ///     global concurrent queue.
    /// - Returns: An observable of the elements of all attempts.
    /// - Complexity: O(1) per element; one timer per delay. Attempts run in a loop, not recursively.
    public func retry(
        _ policy: RetryPolicy, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let attempts = SerialState(RetryAttempts(policy, observer.scope.instrumentation))
            let start = scheduler.now
            let site = OperatorCallSite("retry", file, line)
            let sequencer = Sequencer(observer, at: site) { end in
                guard let end else { return .run(asObservable()) }
                guard case .error(let error) = end else { return .end(end) }
                let decision = attempts.value.decide(after: error, elapsed: scheduler.now - start)
                guard case .retry(let delay) = decision.action else { return .end(end) }
                return .run(asObservable().subscribed(after: delay, on: scheduler, at: site))
            }
            sequencer.run()
        }
    }
}
