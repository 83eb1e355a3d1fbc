extension ObservableConvertible {
    /// Emits an element at once, then at most one in each period.
    ///
    ///     source   -1-2-3-------4-|
    ///     result   -1----3------4-|    source.throttle(.seconds(5), scheduler: scheduler)
    ///     result   -1-----------4-|    source.throttle(.seconds(5), latest: false, scheduler: scheduler)
    ///
    /// The first element passes at once and begins a period. With `latest`, the last element of a period is emitted at its
    /// end and begins another. On completion a waiting element is emitted at once; on an error it is dropped.
    ///
    /// A period ends by the scheduler's clock, also if its timer is late because the scheduler is busy: an element that
    /// arrives at its end or later is emitted at once and replaces a waiting one. An error emits a waiting element first
    /// if its time has passed.
    ///
    /// ## Errors
    /// Forwards the source's error.
    ///
    /// - Parameters:
    ///   - dueTime: The length of a period.
    ///   - latest: Whether the last element of a period is emitted at its end. Defaults to `true`; with `false` it is
    ///     dropped.
    ///   - scheduler: The scheduler of the timer, which delivers waiting elements, and of the clock.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of at most one element per period.
    /// - Complexity: One timer per period; one element is kept.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/sample.html>
    public func throttle(
        _ dueTime: Duration, latest: Bool = true, scheduler: any Scheduler,
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        Observable<Element> { observer in
            let throttle = Throttle(dueTime, latest: latest, scheduler, to: observer, at: Site("throttle", file, line))
            attach(Observer(throttle.source) { throttle.take($0) })
        }
    }
}

private final class Throttle<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        /// The timer of the period with this number.
        case periodEnded(Int)
    }

    let turn = Turn<Message>()
    private let observer: Observer<Element>

    /// The scope of the source, which ends with it though the end may have to wait its turn.
    let source: Scope
    private let site: Site
    private let dueTime: Duration
    private let latest: Bool
    private let scheduler: any Scheduler
    private let slot: WorkSlot
    private var waiting: Element?

    /// When the period ends by the scheduler's clock; nil while there is none.
    private var periodEnd: Duration?
    private var period = 0

    init(
        _ dueTime: Duration, latest: Bool, _ scheduler: any Scheduler, to observer: Observer<Element>, at site: Site
    ) {
        self.observer = observer
        source = observer.scope.makeChild()
        self.site = site
        self.dueTime = dueTime
        self.latest = latest
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
            // The clock may have ended that period before its timer did.
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
