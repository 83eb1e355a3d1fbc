extension ObservableConvertible {
    /// Subscribes again when the source has failed and a trigger, which is made of the errors, says so.
    ///
    ///     source   -1#
    ///     source     -1#
    ///     source       -1#
    ///     result   -1-1-1|           source.retry(when: { $0.take(2) })
    ///
    /// After a failure, the trigger's next value subscribes to the source again, its completion completes the result, and
    /// its error fails it. While an attempt runs the trigger is paused: one that can park waits, and of one that cannot,
    /// values are ignored and an end counts at the next failure. The closure is called once for each subscriber, and its
    /// trigger is subscribed to before the source.
    ///
    /// ## Errors
    /// Those of the trigger; what `handler` throws.
    ///
    /// - Parameters:
    ///   - handler: Makes the trigger of the errors, which come one at a time, each when an attempt has failed.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the values of all attempts.
    /// - Complexity: Constant per value; the attempts are a loop and do not nest.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/retry.html>
    public func retry<Trigger: Sendable>(
        when handler: @escaping @Sendable (Observable<any Error>) throws -> Observable<Trigger>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let site = Site("retry", file, line)
            let failures = Hub<Failure>(at: site)
            let referee = Referee<Element>(observer.scope.makeChild())
            do {
                referee.follow(try handler(failures.errors))
            } catch {
                referee.scope.stop()
                return observer.fail(error, at: site)
            }
            let hasFailed = SerialState(false)
            // The source and the referee take turns: an attempt, the answer to its failure, another attempt …
            Sequencer(observer, at: site) { end in
                guard let end else { return .run(asObservable()) }
                if hasFailed.value {
                    hasFailed.value = false
                    return referee.isOver ? .end(end) : .run(asObservable())
                }
                guard case .error(let error) = end else {
                    referee.close()
                    return .end(end)
                }
                hasFailed.value = true
                let failure = Failure(error: error, scope: ThreadLocal.failing ?? observer.scope)
                return .run(referee.answer { failures.send(.next(failure)) })
            }.run()
        }
    }
}

/// The error of an attempt, and the scope that knows its way.
private struct Failure: Sendable {
    let error: any Error
    let scope: Scope
}

extension Hub where Element == Failure {
    /// The errors alone, whose way can be asked for where they are handed to a closure.
    fileprivate var errors: Observable<any Error> {
        Observable { observer in
            self.add(
                Observer(observer.scope) { event in
                    guard case .next(let failure) = event else { return }
                    failure.scope.explaining { observer.send(.next(failure.error)) }
                })
        }
    }
}

/// Turns what a trigger sends into answers: go on, or end.
private final class Referee<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    /// The trigger's; paused by the referee while nobody waits for an answer.
    let scope: Scope

    private let lock = Lock()

    /// Who waits for an answer; not held while an attempt runs, so that nobody holds himself.
    private var waiting: Observer<Element>?

    /// The trigger's end, if nobody was waiting when it came.
    private var end: Event<Element>?
    private var hasGivenEnd = false

    init(_ scope: Scope) {
        self.scope = scope
    }

    /// Whether the last answer was the end.
    var isOver: Bool { lock.withLock { hasGivenEnd } }

    func follow<Trigger>(_ trigger: Observable<Trigger>) {
        scope.pause()
        trigger.start(
            Observer(scope) { event in
                switch event {
                case .next: self.letGoOn()
                case .error(let error): self.finish(by: .error(error))
                case .completed: self.finish(by: .completed)
                }
            })
    }

    /// What the trigger says to a failure: completes to go on, and ends as the trigger does.
    func answer(_ ask: @escaping @Sendable () -> Void) -> Observable<Element> {
        Observable { observer in
            let end = self.lock.withLock {
                if self.end == nil { self.waiting = observer } else { self.hasGivenEnd = true }
                return self.end
            }
            if let end { return self.pass(end, to: observer) }
            observer.scope.onStop { [weak self] in _ = self?.takeWaiting() }
            self.scope.open()
            ask()
        }
    }

    /// No answer is asked for any more.
    func close() {
        scope.stop()
        if case .error(let error)? = lock.withLock({ end }) { scope.reportUndelivered(error) }
    }

    private func letGoOn() {
        guard let waiting = takeWaiting() else { return }
        scope.pause()
        waiting.send(.completed)
    }

    private func finish(by end: Event<Element>) {
        guard scope.stop() else {
            if case .error(let error) = end { scope.reportUndelivered(error) }
            return
        }
        let waiting = lock.withLock {
            if self.waiting == nil { self.end = end } else { hasGivenEnd = true }
            return self.waiting.take()
        }
        if let waiting { pass(end, to: waiting) }
    }

    private func pass(_ end: Event<Element>, to observer: Observer<Element>) {
        if case .error = end { observer.scope.adopt(from: scope) }
        observer.send(end)
    }

    private func takeWaiting() -> Observer<Element>? {
        lock.withLock { waiting.take() }
    }
}
