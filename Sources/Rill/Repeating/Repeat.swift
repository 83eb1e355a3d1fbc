extension ObservableConvertible {
    /// Resubscribes to the source each time it completes, up to a total number of runs or while a predicate holds.
    ///
    ///     source   -1-|
    ///     source      -2-|
    ///     result   -1--2-|           source.repeat(2)
    ///
    /// ![A marble diagram of `repeat`.](repeat)
    ///
    ///     source   -1-|
    ///     source         -2-|
    ///     result   -1-----2-|  source.repeat(while: { $0 != 2 }, delay: .constant(.seconds(3)), scheduler: scheduler)
    ///
    /// ![A marble diagram of `repeat`.](repeat-2)
    ///
    /// `repeat()` repeats until the source fails or the subscription is disposed. A completed run is disposed before the
    /// delay starts. Disposal during the delay cancels the next run.
    ///
    /// ## Errors
    /// The first error of a run terminates the result. An error thrown by `predicate` also terminates it.
    ///
    /// - Parameters:
    ///   - count: The maximum number of runs, including the first. Must be at least 1. Defaults to unlimited.
    ///   - predicate: A closure that returns whether to start another run. Receives the last element of the completed
    ///     run, or `nil` if there was none. Defaults to `nil`, which means no condition.
    ///   - delay: The delay between two runs, which may grow. Defaults to none.
    ///   - scheduler: The scheduler that runs the timer, and on which delayed runs are subscribed to. Defaults to a
    ///     global concurrent queue.
    /// - Returns: An observable of the elements of all runs.
    /// - Complexity: O(1) per element; one timer per delay. Runs are executed in a loop, not recursively.
    /// - SeeAlso: `poll(every:until:retryAfter:scheduler:file:line:)`
    public func `repeat`(
        _ count: Int = .max, while predicate: (@Sendable (Element?) throws -> Bool)? = nil,
        delay: RetryPolicy.Backoff = .constant(.zero), scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        precondition(count > 0, "repeat: the number of runs must be at least 1, got \(count)")
        return Observable<Element> { observer in
            let last = SerialState<Element?>(nil)
            Sequencer(observer, at: OperatorCallSite("repeat", file, line), on: scheduler) {
                last.value = nil
                return predicate == nil ? asObservable() : noting(last)
            } delay: { runs in
                guard runs < count, try predicate?(last.value) != false else { return nil }
                return delay.delay(afterAttempt: runs)
            }.run()
        }
    }
}

extension ObservableConvertible {
    /// Returns the same stream, and stores each element before it is emitted.
    func noting(_ last: SerialState<Element?>) -> Observable<Element> {
        Observable { observer in
            attach(
                Observer(observer.scope) { event in
                    if case .next(let element) = event { last.value = .some(element) }
                    observer.send(event)
                })
        }
    }
}

extension Sequencer {
    /// Runs sources one at a time, with a delay between two sources, until a source fails.
    ///
    /// - Parameters:
    ///   - observer: The observer of the elements of all sources.
    ///   - site: The call site of the operator, for error traces.
    ///   - scheduler: The scheduler that runs the timer, and on which sources are subscribed to after a delay.
    ///   - source: A closure that returns the source of the next run.
    ///   - delay: A closure that returns the delay before the next run, or `nil` to complete. Receives the number of
    ///     completed runs.
    convenience init(
        _ observer: Observer<Element>, at site: OperatorCallSite, on scheduler: any Scheduler,
        source: @escaping @Sendable () -> Observable<Element>,
        delay: @escaping @Sendable (Int) throws -> Duration?
    ) {
        let runs = SerialState(0)
        self.init(observer, at: site) { end in
            guard let end else { return .run(source()) }
            guard case .completed = end else { return .end(end) }
            runs.value += 1
            guard let delay = try delay(runs.value) else { return .end(end) }
            return .run(source().subscribed(after: delay, on: scheduler, at: site))
        }
    }
}

extension Observable {
    /// Delays the subscription for a run of this source, unless the delay is zero.
    ///
    /// - Parameters:
    ///   - delay: The delay.
    ///   - scheduler: The scheduler that runs the timer, and on which this source is subscribed to.
    ///   - site: The call site of the operator.
    /// - Returns: An observable of the same events.
    func subscribed(after delay: Duration, on scheduler: any Scheduler, at site: OperatorCallSite) -> Observable {
        guard delay > .zero else { return self }
        return Observable { run in
            attach(run, after: delay, on: scheduler, at: site)
        }
    }
}
