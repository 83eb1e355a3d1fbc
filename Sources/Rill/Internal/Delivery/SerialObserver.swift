internal import Synchronization

/// Serializes the events that several threads send to an observer.
///
/// Events after the terminal event or the end of the subscription are dropped. Dropped errors are reported to
/// ``UndeliveredErrors``.
@usableFromInline
final class SerialObserver<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    @usableFromInline let turn = Turn<Event<Element>>()
    @usableFromInline let usesTrampoline: Bool

    @usableFromInline let backPressureGate: BackPressureGate?
    @usableFromInline let observer: Observer<Element>
    @usableFromInline @exclusivity(unchecked) var hasEnded = false

    /// - Parameters:
    ///   - observer: The observer that receives the events.
    ///   - pausesSources: Whether the sources use `sourceScope`, and are paused while many events are pending. Defaults to
    ///     `false`.
    ///   - capacity: The maximum number of events held for a paused subscriber, if `pausesSources` is set. Defaults to 64.
    ///   - isForSource: Whether the events come directly from a source such as `create`. They are delivered without the
    ///     trampoline, because the operators that start nested sources use it. Defaults to `false`.
    @inlinable
    init(_ observer: Observer<Element>, pausesSources: Bool = false, capacity: Int = 64, isForSource: Bool = false) {
        usesTrampoline = observer.scope.usesTrampoline && !isForSource
        backPressureGate =
            pausesSources ? BackPressureGate(scope: observer.scope.makeIntermediate(), capacity: capacity) : nil
        self.observer = observer.scope.usesTrampoline ? observer.linked : observer
    }

    @inlinable
    var downstream: Scope? { backPressureGate == nil ? nil : observer.scope }

    /// The parent of the sources' scopes.
    @inlinable
    var sourceScope: Scope { backPressureGate?.scope ?? observer.scope }

    /// Sends an event, and adds the operator to the trace if the event is an error.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - source: The scope in which the event originates.
    ///   - site: The call site of the operator.
    @inlinable
    func forward(_ event: Event<Element>, from source: Scope?, at site: OperatorCallSite) {
        if case .error(let error) = event { return fail(error, from: source, at: site) }
        send(event)
    }

    /// Sends an error, and records the operator in its trace.
    ///
    /// Only the first error terminates the stream. Other errors are not delivered, and their traces are not mixed with
    /// its trace.
    @usableFromInline
    func fail(_ error: any Error, from source: Scope? = nil, at site: OperatorCallSite) {
        if turn.hasFailed.exchange(true, ordering: .relaxed) {
            return observer.scope.reportUndelivered(error, from: source)
        }
        observer.scope.note(site, from: source)
        send(.error(error))
    }

    /// Sends an error, and delivers the pending events before it even if the subscriber is paused.
    func sendFailure(_ error: any Error) {
        turn.stopHolding()
        send(.error(error))
    }

    @inlinable
    func deliver(_ event: Event<Element>) {
        guard !hasEnded, !observer.scope.isStopped else { return observer.scope.reportUndelivered(event) }
        if event.isTerminal { hasEnded = true }
        observer.send(event)
    }
}

extension Observer {
    /// Returns a thread-safe version of this observer, for a source that emits on its own threads.
    ///
    /// The returned observer binds the task-local values of the context.
    ///
    /// - Parameter site: The call site of the source that sends the events.
    /// - Returns: The thread-safe observer.
    @inlinable
    func serialized(at site: OperatorCallSite) -> Observer {
        let serial = SerialObserver(bindingContext, isForSource: true)
        @inline(__always)
        @Sendable
        func receive(_ event: Event<Element>) { serial.forward(event, from: nil, at: site) }
        return Observer(scope, send: receive)
    }

    /// A thread-safe version of this observer that pauses deeply nested sources while many events are pending.
    @usableFromInline
    var gated: Observer {
        queued(in: SerialObserver(self, pausesSources: true), holdsElements: false)
    }

    /// Returns this observer wrapped in a link that the trampoline releases, so that deeply nested observers are not
    /// deallocated recursively.
    @usableFromInline
    var linked: Observer {
        let link = Link(self)
        return Observer(scope) { link.observer.send($0) }
    }
}

private final class Link<Element: Sendable>: @unchecked Sendable {  // `observer` changes only in `deinit`
    private(set) var observer: Observer<Element>

    init(_ observer: Observer<Element>) {
        self.observer = observer
    }

    deinit {
        let last = observer
        observer = Observer(Scope(), send: { _ in })
        Trampoline.release(consume last)
    }
}
