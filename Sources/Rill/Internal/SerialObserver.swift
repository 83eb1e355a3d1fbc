internal import Synchronization

/// An observer's events, made to come one at a time whoever sends them.
///
/// What comes after the end, or after the subscription is over, is dropped; an error that is dropped goes to
/// ``UndeliveredErrors``.
@usableFromInline
final class SerialObserver<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    @usableFromInline let turn = Turn<Event<Element>>()
    @usableFromInline let hops: Bool

    @usableFromInline let gate: Gauge?
    @usableFromInline let observer: Observer<Element>
    @usableFromInline @exclusivity(unchecked) var hasEnded = false
    private let hasFailed = Atomic(false)

    /// - Parameters:
    ///   - observer: Who gets the events.
    ///   - holdsBack: Whether the sources live in `sourceScope`, and are paused while many events wait their turn.
    ///   - capacity: The number of events that wait for a paused subscriber, if `holdsBack` is set. Defaults to 64.
    @inlinable
    init(_ observer: Observer<Element>, holdsBack: Bool = false, capacity: Int = 64) {
        hops = observer.scope.hops
        gate = holdsBack ? Gauge(scope: observer.scope.makeGate(), capacity: capacity) : nil
        self.observer = hops ? observer.linked : observer
    }

    @inlinable
    var outlet: Scope? { gate == nil ? nil : observer.scope }

    /// Where the sources' scopes belong.
    @inlinable
    var sourceScope: Scope { gate?.scope ?? observer.scope }

    /// Sends an event, and notes of an error that it comes through an operator.
    ///
    /// - Parameters:
    ///   - event: What came.
    ///   - source: The scope it comes from.
    ///   - site: Where the operator stands.
    @inlinable
    func forward(_ event: Event<Element>, from source: Scope?, at site: Site) {
        if case .error(let error) = event { return fail(error, from: source, at: site) }
        send(event)
    }

    /// Sends an error, and notes that it comes through an operator.
    ///
    /// Of several errors the first ends the stream: the others are not delivered, and their ways not mixed with its.
    @usableFromInline
    func fail(_ error: any Error, from source: Scope? = nil, at site: Site) {
        if hasFailed.exchange(true, ordering: .relaxed) {
            return observer.scope.reportUndelivered(error, from: source)
        }
        observer.scope.note(site, from: source)
        send(.error(error))
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
    ///
    /// - Parameter site: Where the source stands that sends.
    /// - Returns: The safe observer.
    @inlinable
    func serialized(at site: Site) -> Observer {
        let serial = SerialObserver(self)
        return Observer(scope) { serial.forward($0, from: nil, at: site) }
    }

    /// This observer, made safe for sources that may be deep below: they are paused while many events wait their turn.
    @usableFromInline
    var gated: Observer {
        let serial = SerialObserver(self, holdsBack: true)
        let gate = serial.sourceScope
        return Observer(gate) { event in
            if event.isTerminal {
                guard gate.claimEnd(event) else { return }
                if case .error = event { scope.adopt(from: gate) }
            }
            serial.send(event)
        }
    }

    /// This observer behind a link that is released by the trampoline, so that nesting without end is not released by
    /// recursion.
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
