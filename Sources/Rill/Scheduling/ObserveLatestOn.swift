/// A boundary whose buffer drops the oldest element when it is full.
@usableFromInline
final class ObserveLatestOn<Element: Sendable>: DeliveryBoundary<Element>, @unchecked Sendable {
    // The variables are guarded by `lock`.
    private let lock = Lock()
    private var waiting = Fifo<Event<Element>>()
    private var isScheduled = false

    @usableFromInline
    func receive(_ event: Event<Element>) {
        if event.isTerminal, !end(event) { return }
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

    /// Delivers pending events, at most `capacity` per run.
    override func drain() {
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
}
