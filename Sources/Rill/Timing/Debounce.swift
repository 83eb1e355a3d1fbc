extension ObservableConvertible {
    /// Emits an element after a duration without further elements.
    ///
    ///     source   -1-2-3-----4-|
    ///     result   --------3----(4|)    source.debounce(.seconds(3), scheduler: scheduler)
    ///
    /// On completion, the pending element is emitted immediately. On an error, it is dropped unless its due time has
    /// passed.
    ///
    /// The scheduler's clock determines when an element is due. If the timer is late because the scheduler is busy, an
    /// element whose due time has passed is not replaced by a new one: both are kept, and the due element is emitted by
    /// the late timer or before a terminal event, including an error.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - dueTime: The required duration without further elements.
    ///   - scheduler: The scheduler that provides the clock, runs the timer, and delivers the elements when the timer
    ///     fires.
    /// - Returns: An observable of the elements that are followed by a pause.
    /// - Complexity: One timer at a time, regardless of the number of elements; stores one element, or more while the
    ///   timer is late.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/debounce.html>
    public func debounce(
        _ dueTime: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let debounce = Debounce(dueTime, scheduler, to: observer, at: OperatorCallSite("debounce", file, line))
            attach(Observer(debounce.source) { debounce.receive($0) })
        }
    }
}

private final class Debounce<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        /// The timer that was set for this time has fired.
        case timerFired(Duration)
    }

    let turn = Turn<Message>()
    private let observer: Observer<Element>

    /// The scope of the source, which is stopped by a terminal event even before that event is delivered.
    let source: Scope
    private let site: OperatorCallSite
    private let dueTime: Duration
    private let scheduler: any Scheduler
    private let slot: SerialWork
    private var waiting: (element: Element, due: Duration)?

    /// Elements whose due time has passed while the timer is late.
    private var overdue: [Element] = []
    private var hasTimer = false

    init(_ dueTime: Duration, _ scheduler: any Scheduler, to observer: Observer<Element>, at site: OperatorCallSite) {
        self.observer = observer
        source = observer.scope.makeChild()
        self.site = site
        self.dueTime = dueTime
        self.scheduler = scheduler
        slot = SerialWork(in: observer.scope)
    }

    var usesTrampoline: Bool { observer.scope.usesTrampoline }

    func receive(_ event: Event<Element>) {
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
        case .timerFired(let due):
            hasTimer = false
            // Timers may fire early, and some schedulers have no clock.
            let now = max(scheduler.now, due)
            collectOverdue { $0 <= now }
            // Set before emitting, because the pending element is due later, regardless of how long the subscriber
            // takes.
            if let waiting { setTimer(for: waiting.due, now: now) }
            emitOverdue()
        }
    }

    private func setTimer(for due: Duration, now: Duration) {
        hasTimer = true
        slot.schedule(after: due - now, on: scheduler) { self.send(.timerFired(due)) }
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
