extension ObservableConvertible {
    /// Emits the first element immediately, and then at most one element per period.
    ///
    ///     source   -1-2-3-------4-|
    ///     result   -1----3------4-|    source.throttle(.seconds(5), scheduler: scheduler)
    ///     result   -1-----------4-|    source.throttle(.seconds(5), latest: false, scheduler: scheduler)
    ///
    /// An emitted element starts a period. With `latest`, the last element of a period is emitted at the end of the
    /// period and starts another one. On completion, the pending element is emitted immediately. On an error, it is
    /// dropped unless its period has ended.
    ///
    /// The scheduler's clock determines when a period ends. If the timer is late because the scheduler is busy, an
    /// element that arrives at or after the end of the period is emitted immediately and replaces the pending element.
    /// If an error arrives after the end of the period, the pending element is emitted before the error.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - dueTime: The length of a period.
    ///   - latest: Whether to emit the last element of a period at its end. Defaults to `true`; with `false`, that
    ///     element is dropped.
    ///   - scheduler: The scheduler that provides the clock, runs the timer, and delivers the elements when the timer
    ///     fires.
    /// - Returns: An observable of at most one element per period.
    /// - Complexity: One timer per period; stores one element.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/sample.html>
    public func throttle(
        _ dueTime: Duration, latest: Bool = true, scheduler: any Scheduler,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let throttle = Throttle(
                dueTime, latest: latest, scheduler, to: observer, at: OperatorCallSite("throttle", file, line))
            attach(Observer(throttle.source) { throttle.receive($0) })
        }
    }
}

private final class Throttle<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        /// The timer of the period with this number has fired.
        case periodEnded(Int)
    }

    let turn = Turn<Message>()
    private let observer: Observer<Element>

    /// The scope of the source, which is stopped by a terminal event even before that event is delivered.
    let source: Scope
    private let site: OperatorCallSite
    private let dueTime: Duration
    private let latest: Bool
    private let scheduler: any Scheduler
    private let slot: SerialWork
    private var waiting: Element?

    /// The time at which the period ends; `nil` outside of a period.
    private var periodEnd: Duration?
    private var period = 0

    init(
        _ dueTime: Duration, latest: Bool, _ scheduler: any Scheduler, to observer: Observer<Element>,
        at site: OperatorCallSite
    ) {
        self.observer = observer
        source = observer.scope.makeChild()
        self.site = site
        self.dueTime = dueTime
        self.latest = latest
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
            if case .event(.error(let error)) = message { source.reportUndelivered(error) }
            return
        }
        switch message {
        case .event(.next(let element)):
            if let periodEnd, scheduler.now < periodEnd {
                if latest { waiting = element }
            } else {
                emit(element)
            }
        case .event(.completed):
            slot.cancel()
            if let element = waiting.take() { observer.send(.next(element)) }
            if !observer.scope.isStopped { observer.send(.completed) }
        case .event(.error(let error)):
            slot.cancel()
            if let element = waiting.take(), let periodEnd, periodEnd < scheduler.now {
                observer.send(.next(element))
            }
            if observer.scope.isStopped {
                source.reportUndelivered(error)
            } else {
                observer.fail(error, from: source, at: site)
            }
        case .periodEnded(let number):
            // The clock may have reached the end of that period before the timer fired.
            guard number == period else { return }
            periodEnd = nil
            if let element = waiting { emit(element) }
        }
    }

    private func emit(_ element: Element) {
        waiting = nil
        period += 1
        let period = period
        periodEnd = scheduler.time(after: dueTime)
        slot.schedule(after: dueTime, on: scheduler) { self.send(.periodEnded(period)) }
        observer.send(.next(element))
    }
}
