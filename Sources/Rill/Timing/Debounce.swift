extension ObservableConvertible {
    /// Emits an element once no other has followed it for a while.
    ///
    ///     source   -1-2-3-----4-|
    ///     result   --------3----(4|)    source.debounce(.seconds(3), scheduler: scheduler)
    ///
    /// On completion the waiting element is emitted at once; on an error it is dropped.
    ///
    /// The silence is measured by the scheduler's clock. An element that another follows after its time, while the timer is
    /// late because the scheduler is busy, is not dropped: the timer, or the end of the source, emits both.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - dueTime: How long no other element must arrive.
    ///   - scheduler: The scheduler of the timer, which delivers elements, and of the clock.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the elements that are followed by silence.
    /// - Complexity: One timer at a time, whatever the number of elements; one element is kept, more while the timer is
    ///   late.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/debounce.html>
    public func debounce(
        _ dueTime: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let debounce = Debounce(dueTime, scheduler, to: observer, at: Site("debounce", file, line))
            attach(Observer(debounce.source) { debounce.take($0) })
        }
    }
}

private final class Debounce<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        /// The timer that was set for this time.
        case rang(Duration)
    }

    let turn = Turn<Message>()
    private let observer: Observer<Element>

    /// The scope of the source, which ends with it though the end may have to wait its turn.
    let source: Scope
    private let site: Site
    private let dueTime: Duration
    private let scheduler: any Scheduler
    private let slot: WorkSlot
    private var waiting: (element: Element, due: Duration)?

    /// Elements whose time has passed, for the late timer to emit.
    private var overdue: [Element] = []
    private var hasTimer = false

    init(_ dueTime: Duration, _ scheduler: any Scheduler, to observer: Observer<Element>, at site: Site) {
        self.observer = observer
        source = observer.scope.makeChild()
        self.site = site
        self.dueTime = dueTime
        self.scheduler = scheduler
        slot = WorkSlot(in: observer.scope)
    }

    var hops: Bool { observer.scope.hops }

    func take(_ event: Event<Element>) {
        if event.isTerminal { source.stop() }
        send(.event(event))
    }

    func deliver(_ message: Message) {
        guard !observer.scope.isStopped else {
            waiting = nil
            overdue = []
            if case .event(.error(let error)) = message { source.reportUndelivered(error) }
            return
        }
        switch message {
        case .event(.next(let element)):
            let now = scheduler.now
            collectOverdue { $0 < now }
            waiting = (element, now.adding(dueTime))
            if !hasTimer { setTimer(for: now.adding(dueTime), now: now) }
        case .event(.completed):
            slot.cancel()
            collectOverdue { _ in true }
            emitOverdue()
            if !observer.scope.isStopped { observer.send(.completed) }
        case .event(.error(let error)):
            slot.cancel()
            let now = scheduler.now
            collectOverdue { $0 < now }
            waiting = nil
            emitOverdue()
            if observer.scope.isStopped {
                source.reportUndelivered(error)
            } else {
                observer.fail(error, from: source, at: site)
            }
        case .rang(let due):
            hasTimer = false
            // A timer may be early by the clock, and a scheduler may let no time pass at all.
            let now = max(scheduler.now, due)
            collectOverdue { $0 <= now }
            // Set before anything is emitted: what is waiting is not due, however long the subscriber takes.
            if let waiting { setTimer(for: waiting.due, now: now) }
            emitOverdue()
        }
    }

    private func setTimer(for due: Duration, now: Duration) {
        hasTimer = true
        slot.schedule(after: due - now, on: scheduler) { self.send(.rang(due)) }
    }

    private func collectOverdue(_ isOverdue: (Duration) -> Bool) {
        guard let (element, due) = waiting, isOverdue(due) else { return }
        waiting = nil
        overdue.append(element)
    }

    private func emitOverdue() {
        let elements = overdue
        overdue = []
        for element in elements where !observer.scope.isStopped { observer.send(.next(element)) }
    }
}
