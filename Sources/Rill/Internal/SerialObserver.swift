/// An observer's events, made to come one at a time whoever sends them.
///
/// What comes after the end, or after the subscription is over, is dropped; an error that is dropped goes to
/// ``UndeliveredErrors``.
@usableFromInline
final class SerialObserver<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    @usableFromInline let turn = Turn<Event<Element>>()
    @usableFromInline let hops: Bool

    /// Changes only in `deinit`.
    @usableFromInline @exclusivity(unchecked) private(set) var observer: Observer<Element>
    @usableFromInline @exclusivity(unchecked) var hasEnded = false

    @inlinable
    init(_ observer: Observer<Element>) {
        self.observer = observer
        hops = observer.scope.hops
    }

    deinit {
        if hops { observer.releaseLater() }
    }

    @inlinable
    func deliver(_ event: Event<Element>) {
        guard !hasEnded, !observer.scope.isStopped else {
            if case .error(let error) = event { observer.scope.reportUndelivered(error) }
            return
        }
        if event.isTerminal { hasEnded = true }
        observer.send(event)
    }
}

extension Observer {
    /// This observer, made safe to be sent to from several threads.
    @inlinable
    var serialized: Observer {
        let serial = SerialObserver(self)
        return Observer(scope) { serial.send($0) }
    }

    /// Lets go of what lies behind this observer by the trampoline, so that nesting without end is not released by
    /// recursion.
    ///
    /// Called by the one who holds it, in its `deinit`.
    @usableFromInline
    mutating func releaseLater() {
        let last = self
        self = Observer(Scope(), send: { _ in })
        Trampoline.release(consume last)
    }
}
