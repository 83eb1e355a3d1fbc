/// An operator with a timer, which delivers the source's events and the expirations of the timer serially.
///
/// The pending output is emitted before completion, and before an error if it is due. The methods of subclasses run
/// serially.
class TimedOperator<Element: Sendable, Output: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        /// The timer with the given number, which was set for the given time, has fired.
        case timerFired(Int, Duration)
    }

    let turn = Turn<Message>()

    /// The time from an element to the due time that it sets.
    let interval: Duration
    let scheduler: any Scheduler
    private let observer: Observer<Output>
    private let site: OperatorCallSite

    /// The scope of the source, which is stopped by a terminal event even before that event is delivered.
    private let source: Scope
    private let slot: SerialWork

    /// The number of the active timer, or `nil` if there is none.
    private var timer: Int?
    private var timerCount = 0

    /// The time at which the pending output is due.
    final var due = Duration.zero

    /// The elements to emit next, in order.
    private var collected: [Output] = []

    /// The pending output, or `nil` if there is none.
    final var waiting: Output?

    init(_ interval: Duration, _ scheduler: any Scheduler, to observer: Observer<Output>, at site: OperatorCallSite) {
        self.interval = interval
        self.scheduler = scheduler
        self.observer = observer
        self.site = site
        source = observer.scope.makeChild()
        slot = SerialWork(in: observer.scope, at: site)
    }

    // MARK: Requirements of subclasses

    /// Handles an element of the source.
    func receive(_ element: Element) {
        fatalError("\(Self.self) does not override receive(_:)")
    }

    /// Handles the expiration of the timer.
    ///
    /// `hasTimer` is already `false` when this method is called.
    func timerFired(at now: Duration) {
        if due <= now {
            collectWaiting()
        } else {
            // The timer is set before emitting, because the due time must not depend on how long the subscriber takes.
            setTimer(for: due, now: now)
        }
        emitCollected()
    }

    // MARK: Actions of subclasses

    final var hasTimer: Bool { timer != nil }

    final func setTimer(for due: Duration, now: Duration) {
        timerCount += 1
        timer = timerCount
        slot.schedule(after: due - now, on: scheduler) { [timerCount] in self.send(.timerFired(timerCount, due)) }
    }

    final func cancelTimer() {
        timer = nil
        slot.cancel()
    }

    /// Collects the pending output for ``emitCollected()``.
    final func collectWaiting() {
        if let output = waiting.take() { collected.append(output) }
    }

    final func emitCollected() {
        let elements = collected
        collected = []
        for element in elements { emit(element) }
    }

    /// Emits an element, unless the subscription has ended while an earlier element was emitted.
    final func emit(_ element: Output) {
        if !observer.scope.isStopped { observer.send(.next(element)) }
    }

    // MARK: Delivery

    final var usesTrampoline: Bool { observer.scope.usesTrampoline }

    final func subscribe(to stream: some ObservableConvertible<Element>) {
        stream.attach(
            Observer(source) { [self] event in
                // An uncontended element needs no message. In code that is not specialized, the lookups of the message's
                // type would take longer than the rest.
                guard case .next(let element) = event, !usesTrampoline, !observer.scope.isStopped, turn.tryBegin()
                else {
                    return enter(event)
                }
                receive(element)
                if !turn.tryEnd() { drain() }
            })
    }

    private func enter(_ event: Event<Element>) {
        if event.isTerminal { source.beginStop() }
        send(.event(event))
    }

    final func deliver(_ message: Message) {
        guard !observer.scope.isStopped else {
            discardWaiting()
            if case .event(.error(let error)) = message { source.reportUndelivered(error) }
            return
        }
        switch message {
        case .event(.next(let element)):
            receive(element)
        case .event(.completed):
            cancelTimer()
            collectWaiting()
            emitCollected()
            if !observer.scope.isStopped { observer.send(.completed) }
        case .event(.error(let error)):
            cancelTimer()
            if due < scheduler.now { collectWaiting() }
            emitCollected()
            discardWaiting()
            if observer.scope.isStopped {
                source.reportUndelivered(error)
            } else {
                observer.fail(error, from: source, at: site)
            }
        case .timerFired(let number, let due):
            guard number == timer else { return }
            timer = nil
            // Timers may fire early, and some schedulers have no clock.
            timerFired(at: max(scheduler.now, due))
        }
    }

    private func discardWaiting() {
        collectWaiting()
        collected = []
    }
}
