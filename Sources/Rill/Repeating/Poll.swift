extension ObservableConvertible {
    /// Resubscribes to the source at an interval until an element satisfies a predicate, then completes.
    ///
    ///     source   -1-|
    ///     source       -2-|
    ///     source           -(3|)
    ///     result   -1---2---(3|)     source.poll(every: .seconds(1), until: { $0 == 3 }, scheduler: scheduler)
    ///
    /// ![A marble diagram of `poll`.](poll-every)
    ///
    /// The interval starts when a run completes. The elements of all runs are emitted, including the element that
    /// satisfies the predicate; that element also disposes its run. To limit the total duration, apply a deadline. To
    /// tolerate failures, retry each run:
    ///
    ///     status.retry(3).poll(every: .seconds(1), until: { $0.isDone }).deadline(.seconds(60))
    ///
    /// ## Errors
    /// The first error of a run terminates the result. An error thrown by a closure also terminates it.
    ///
    /// - Parameters:
    ///   - interval: The time between two runs. If it is zero or negative, it has elapsed.
    ///   - isDone: A closure that returns whether an element ends the polling.
    ///   - retryAfter: A closure that returns the delay before the next run that the last element of a run requests,
    ///     for example with a `Retry-After` header field, or `nil` to use the interval. It is not called after a run
    ///     without elements. By default, it returns `nil`.
    ///   - scheduler: The scheduler that runs the timer, and on which the source is subscribed to after an interval.
    ///     Defaults to a global concurrent queue.
    /// - Returns: An observable of the elements up to the first that satisfies the predicate.
    /// - Complexity: O(1) per element; one timer per run. Runs are executed in a loop, not recursively.
    /// - SeeAlso: `repeat(_:while:delay:scheduler:file:line:)`
    public func poll(
        every interval: Duration, until isDone: @escaping @Sendable (Element) throws -> Bool,
        retryAfter: @escaping @Sendable (Element) throws -> Duration? = { _ in nil },
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        poll(
            every: .constant(interval), until: isDone, retryAfter: retryAfter, scheduler: scheduler, file: file,
            line: line)
    }

    /// Resubscribes to the source at growing intervals until an element satisfies a predicate, then completes.
    ///
    /// Otherwise, this operator behaves like `poll(every:until:retryAfter:scheduler:file:line:)`, which uses a constant
    /// interval.
    ///
    /// ## Errors
    /// The first error of a run terminates the result. An error thrown by a closure also terminates it.
    ///
    /// - Parameters:
    ///   - backoff: The time between two runs, which may grow.
    ///   - isDone: A closure that returns whether an element ends the polling.
    ///   - retryAfter: A closure that returns the delay before the next run that the last element of a run requests, or
    ///     `nil` to use the backoff. It is not called after a run without elements. By default, it returns `nil`.
    ///   - scheduler: The scheduler that runs the timer, and on which the source is subscribed to after an interval.
    ///     Defaults to a global concurrent queue.
    /// - Returns: An observable of the elements up to the first that satisfies the predicate.
    /// - Complexity: O(1) per element; one timer per run. Runs are executed in a loop, not recursively.
    public func poll(
        every backoff: RetryPolicy.Backoff, until isDone: @escaping @Sendable (Element) throws -> Bool,
        retryAfter: @escaping @Sendable (Element) throws -> Duration? = { _ in nil },
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let last = SerialState<Element?>(nil)
            let hasFinished = SerialState(false)
            Sequencer(observer, at: OperatorCallSite("poll", file, line), on: scheduler) {
                last.value = nil
                return Observable { run in
                    attach(
                        Observer(run.scope) { event in
                            guard case .next(let element) = event else { return run.send(event) }
                            do {
                                hasFinished.value = try isDone(element)
                            } catch {
                                return run.send(.error(error))
                            }
                            last.value = .some(element)
                            run.send(event)
                            if hasFinished.value { run.send(.completed) }
                        })
                }
            } delay: { runs in
                guard !hasFinished.value else { return nil }
                return try last.value.flatMap(retryAfter) ?? backoff.delay(afterAttempt: runs)
            }.run()
        }
    }
}
