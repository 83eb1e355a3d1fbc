extension ObservableConvertible {
    /// Subscribes again when the source fails, as a policy says.
    ///
    ///     source   -1-#
    ///     source          -2-|
    ///     result   -1------2-|  source.retry(.constantBackoff(attempts: 2, delay: .seconds(4)), scheduler: scheduler)
    ///
    /// A failed attempt is released before the wait begins. Disposed while it waits, nothing begins.
    ///
    /// ## Errors
    /// That of the last attempt.
    ///
    /// - Parameters:
    ///   - policy: How often to try, and how long to wait.
    ///   - scheduler: Who waits, and where an attempt that has waited is subscribed to.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of all attempts.
    /// - Complexity: Constant per value; one timer per wait; the attempts are a loop and do not nest.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/retry.html>
    public func retry(
        _ policy: RetryPolicy, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let attempts = SerialState(RetryAttempts(policy))
            let start = scheduler.now
            let sequencer = Sequencer(observer, at: Site("retry", file, line)) { end in
                guard let end else { return .run(asObservable()) }
                guard case .error(let error) = end else { return .end(end) }
                let decision = attempts.value.decide(after: error, elapsed: scheduler.now - start)
                guard case .retry(let delay) = decision.action else { return .end(end) }
                guard delay > .zero else { return .run(asObservable()) }
                return .run(
                    Observable { attempt in
                        WorkSlot(in: attempt.scope).schedule(after: delay, on: scheduler) { attach(attempt) }
                    })
            }
            sequencer.run()
        }
    }
}
