/// The buffer of an `observeOn` that drops the oldest element when it is full.
@usableFromInline
final class ObserveLatestOn<Element: Sendable>: @unchecked Sendable {  // mutable state is guarded by `lock`
    /// The scope of the source.
    @usableFromInline let source: Scope

    private let scheduler: any Scheduler
    private let observer: Observer<Element>
    private let site: OperatorCallSite
    private let slot: SerialWork

    /// The scope in which the delivery is parked while the subscriber is paused.
    private let turn: Scope
    private let gate: BackPressureGate
    private let lock = Lock()
    private var waiting = Fifo<Event<Element>>()
    private var isScheduled = false

    @usableFromInline
    init(_ scheduler: any Scheduler, bufferSize: Int, to observer: Observer<Element>, at site: OperatorCallSite) {
        scheduler.preconditionNotBlocked()
        self.scheduler = scheduler
        self.observer = observer
        self.site = site
        source = observer.scope.makeChild()
        gate = BackPressureGate(scope: source, capacity: bufferSize, "observeOn")
        slot = SerialWork(in: observer.scope, at: site)
        turn = observer.scope.makeChild(resumingOn: scheduler)
    }

    @usableFromInline
    func receive(_ event: Event<Element>) {
        if event.isTerminal {
            guard source.beginStop() else {
                if case .error(let error) = event { source.reportUndelivered(error) }
                return
            }
            if case .error = event { observer.scope.note(site, on: scheduler, from: source) }
        }
        lock.lock()
        // A terminal event does not count toward the capacity and drops no element.
        let dropped = !event.isTerminal && waiting.count >= gate.capacity ? waiting.popFirst() : nil
        waiting.append(event)
        let isFirst = !isScheduled
        isScheduled = true
        lock.unlock()
        if dropped == nil { _ = gate.enter() }
        if isFirst { schedule() }
    }

    private func schedule() {
        slot.schedule(on: scheduler) { self.drain() }
    }

    /// Delivers pending events, at most `capacity` per run.
    private func drain() {
        for _ in 0..<gate.capacity {
            guard observer.scope.isOpen else { return wait() }
            guard let event = receiveFirst() else { return }
            observer.send(event)
            gate.leave()
            gate.openIfLow()
        }
        schedule()
    }

    private func receiveFirst() -> Event<Element>? {
        lock.withLock {
            let event = waiting.popFirst()
            isScheduled = event != nil
            return event
        }
    }

    private func wait() {
        if !observer.scope.isStopped, !turn.park({ self.drain() }) { schedule() }
    }
}
