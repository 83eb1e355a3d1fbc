extension ObservableConvertible {
    /// Resubscribes to a failed source each time a trigger emits an element.
    ///
    ///     source   -1#
    ///     source     -1#
    ///     source       -1#
    ///     result   -1-1-1|           source.retry(when: { $0.take(2) })
    ///
    /// ![A marble diagram of `retry`.](retry-when)
    ///
    /// The trigger is derived from the observable of errors. After a failure, the trigger's next element resubscribes
    /// to the source, its completion completes the result, and its error fails the result. The trigger is paused while
    /// an attempt is running. If it does not support back-pressure, elements that it emits during an attempt are
    /// ignored, and a terminal event takes effect at the next failure. The closure is called once per subscriber, and
    /// its trigger is subscribed to before the source.
    ///
    /// ## Errors
    /// Any error of the trigger, and any error thrown by `handler`.
    ///
    /// - Parameter handler: A closure that returns the trigger for an observable of the errors, which emits one error per
    ///   failed attempt.
    /// - Returns: An observable of the elements of all attempts.
    /// - Complexity: O(1) per element. Attempts run in a loop, not recursively.
    public func retry<Trigger: Sendable>(
        when handler: @escaping @Sendable (Observable<any Error>) throws -> Observable<Trigger>,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            asObservable().resubscribe(observer, at: OperatorCallSite("retry", file, line), when: handler) { end in
                end.error
            }
        }
    }

    /// Resubscribes to a failed source each time a trigger of any type emits an element; see
    /// `retry(when:file:line:)`.
    ///
    /// - Parameter handler: A closure that returns the trigger for an observable of the errors.
    /// - Returns: An observable of the elements of all attempts.
    @_disfavoredOverload  // keeps type checking fast
    public func retry<Trigger: ObservableConvertible>(
        when handler: @escaping @Sendable (Observable<any Error>) throws -> Trigger,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        retry(when: { try handler($0).asObservable() }, file: file, line: line)
    }
}

extension Observable {
    /// Resubscribes to this source after certain terminal events, controlled by a trigger.
    ///
    /// - Parameters:
    ///   - observer: The observer of the elements of all attempts.
    ///   - site: The call site of the operator, for error traces.
    ///   - handler: A closure that returns the trigger for an observable of the notices.
    ///   - notice: A closure that returns the notice about a terminal event, or `nil` to forward the event.
    func resubscribe<Notice, Trigger>(
        _ observer: Observer<Element>, at site: OperatorCallSite,
        when handler: (Observable<Notice>) throws -> Observable<Trigger>,
        notice: @escaping @Sendable (Event<Element>) -> Notice?
    ) {
        let ends = Hub<Ending<Notice>>(at: site)
        let trigger = ResubscriptionTrigger<Element>(observer.scope.makeChild())
        do {
            trigger.follow(try handler(ends.notices()))
        } catch {
            trigger.scope.beginStop()
            return observer.fail(error, at: site)
        }
        let hasEnded = SerialState(false)
        // The sequencer alternates between the source and the trigger: an attempt is followed by a decision, which is
        // followed by the next attempt, and so on.
        Sequencer(observer, at: site) { end in
            guard let end else { return .run(self) }
            if hasEnded.value {
                hasEnded.value = false
                return trigger.hasDeliveredTerminalEvent ? .end(end) : .run(self)
            }
            guard let notice = notice(end) else {
                trigger.close()
                return .end(end)
            }
            hasEnded.value = true
            let ending = Ending(notice: notice, scope: ThreadLocal.failing ?? observer.scope)
            return .run(trigger.decision { ends.send(.next(ending)) })
        }.run()
    }
}

/// The notice about the end of an attempt, and the scope that contains the error trace.
private struct Ending<Notice: Sendable>: Sendable {
    let notice: Notice
    let scope: Scope
}

extension Hub {
    /// Returns an observable of the notices.
    ///
    /// Closures that receive a notice can read its error trace.
    fileprivate func notices<Notice>() -> Observable<Notice> where Element == Ending<Notice> {
        Observable<Notice> { observer in
            self.add(
                Observer(observer.scope) { event in
                    guard case .next(let ending) = event else { return }
                    ending.scope.withErrorTrace { observer.send(.next(ending.notice)) }
                })
        }
    }
}

/// Translates the trigger's events into decisions: resubscribe or terminate.
private final class ResubscriptionTrigger<Element: Sendable>: @unchecked Sendable {  // guarded by `lock`
    /// The scope of the trigger, paused while no decision is pending.
    let scope: Scope

    private let lock = Lock()

    /// The observer of the pending decision.
    ///
    /// Released while an attempt is running, to avoid a reference cycle.
    private var waiting: Observer<Element>?

    /// The trigger's terminal event, if it arrived while no decision was pending.
    private var end: Event<Element>?
    private var hasTerminated = false

    init(_ scope: Scope) {
        self.scope = scope
    }

    /// Whether the last decision was to terminate.
    var hasDeliveredTerminalEvent: Bool { lock.withLock { hasTerminated } }

    func follow<Trigger>(_ trigger: Observable<Trigger>) {
        scope.pause()
        trigger.start(
            Observer(scope) { event in
                switch event {
                case .next: self.resume()
                case .error(let error): self.finish(by: .error(error))
                case .completed: self.finish(by: .completed)
                }
            })
    }

    /// Returns an observable that represents the trigger's decision: it completes to resubscribe, or terminates as the
    /// trigger does.
    func decision(afterReporting report: @escaping @Sendable () -> Void) -> Observable<Element> {
        Observable { observer in
            let end = self.lock.withLock {
                if self.end == nil { self.waiting = observer } else { self.hasTerminated = true }
                return self.end
            }
            if let end { return self.pass(end, to: observer) }
            observer.scope.onStop { [weak self] in _ = self?.takeWaiting() }
            self.scope.open()
            report()
        }
    }

    /// Stops the trigger, because no further decision is needed.
    func close() {
        scope.beginStop()
        if case .error(let error)? = lock.withLock({ end }) { scope.reportUndelivered(error) }
    }

    private func resume() {
        guard let waiting = takeWaiting() else { return }
        scope.pause()
        waiting.send(.completed)
    }

    private func finish(by end: Event<Element>) {
        guard scope.claimEnd(end) else { return }
        let waiting = lock.withLock {
            if self.waiting == nil { self.end = end } else { hasTerminated = true }
            return self.waiting.take()
        }
        if let waiting { pass(end, to: waiting) }
        scope.finishStop()
    }

    private func pass(_ end: Event<Element>, to observer: Observer<Element>) {
        if case .error = end { observer.scope.adopt(from: scope) }
        observer.send(end)
    }

    private func takeWaiting() -> Observer<Element>? {
        lock.withLock { waiting.take() }
    }
}
