extension ObservableConvertible {
    /// Fails if the time before the first event or between two events exceeds a timeout.
    ///
    ///     source   -1-2-----3
    ///     result   -1-2---#          source.timeout(.seconds(4), scheduler: scheduler)
    ///     where    # = timed out: no event within 4.0 seconds
    ///
    /// ![The diagram above as an image.](timeout)
    ///
    /// The source is disposed on a timeout. An event that arrives before the timer has run is accepted, even if the
    /// timer is late because the scheduler is busy. A busy scheduler therefore does not cause a timeout while the
    /// source emits.
    ///
    /// ## Errors
    /// Forwards the source's error. Fails with ``StreamError/Code/timeout`` on a timeout.
    ///
    /// - Parameters:
    ///   - dueTime: The maximum time to wait for each event. Must be greater than zero.
    ///   - scheduler: The scheduler that runs the timer and delivers the error.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: One timer at a time, regardless of the number of elements.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/timeout.html>
    public func timeout(
        _ dueTime: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        precondition(dueTime > .zero, "timeout: the due time must be greater than zero, got \(dueTime)")
        return Observable<Element> { observer in
            let timeout = Timeout(
                dueTime, isRenewed: true, scheduler, to: observer, at: OperatorCallSite("timeout", file, line))
            timeout.run(asObservable())
        }
    }

    /// Fails if the source does not end within a duration, regardless of the elements that it emits.
    ///
    ///     source   -1-2-3-4-5
    ///     result   -1-2-3#           source.deadline(.seconds(6), scheduler: scheduler)
    ///     where    # = timed out: the stream did not end within 6.0 seconds
    ///
    /// ![The diagram above as an image.](deadline)
    ///
    /// The source is disposed when the deadline passes. The scheduler's clock determines when that happens: if the
    /// timer is late because the scheduler is busy, an element or a completion that arrives after the deadline fails
    /// the result.
    ///
    /// ## Errors
    /// Forwards the source's error, even after the deadline. Fails with ``StreamError/Code/deadline`` when the deadline
    /// passes.
    ///
    /// - Parameters:
    ///   - dueTime: The maximum time from subscription to termination. Must be greater than zero.
    ///   - scheduler: The scheduler that provides the clock, runs the timer, and delivers the error.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: One timer; one clock access per element.
    /// - SeeAlso: `timeout(_:scheduler:file:line:)`
    public func deadline(
        _ dueTime: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        precondition(dueTime > .zero, "deadline: the due time must be greater than zero, got \(dueTime)")
        return Observable<Element> { observer in
            let timeout = Timeout(
                dueTime, isRenewed: false, scheduler, to: observer, at: OperatorCallSite("deadline", file, line))
            timeout.run(asObservable())
        }
    }
}

/// The state of a `timeout` or `deadline`.
///
/// An element only updates the due time. When the timer fires, it compares its time with the due time.
private final class Timeout<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        /// The timer that was set for this time has fired.
        case timerFired(Duration)
    }

    let turn = Turn<Message>()
    private let observer: Observer<Element>
    private let site: OperatorCallSite
    private let source: Scope
    private let dueTime: Duration
    private let isRenewed: Bool
    private let scheduler: any Scheduler
    private let slot: SerialWork
    private var due: Duration
    private var hasEnded = false

    init(
        _ dueTime: Duration, isRenewed: Bool, _ scheduler: any Scheduler, to observer: Observer<Element>,
        at site: OperatorCallSite
    ) {
        self.observer = observer
        self.site = site
        self.dueTime = dueTime
        self.isRenewed = isRenewed
        self.scheduler = scheduler
        source = observer.scope.makeChild()
        slot = SerialWork(in: source)
        due = scheduler.time(after: dueTime)
    }

    var usesTrampoline: Bool { observer.scope.usesTrampoline }

    func run(_ observable: Observable<Element>) {
        wait()
        observable.start(Observer(source) { self.send(.event($0)) })
    }

    func deliver(_ message: Message) {
        guard !hasEnded, !observer.scope.isStopped else {
            if case .event(.error(let error)) = message { source.reportUndelivered(error) }
            return
        }
        switch message {
        case .event(let event):
            if !isRenewed, event.error == nil, due < scheduler.now { return fail() }
            if event.isTerminal {
                hasEnded = true
                source.stop()
            } else if isRenewed {
                due = scheduler.time(after: dueTime)
            }
            observer.forward(event, from: source, at: site)
        case .timerFired(let armed) where armed < due:
            wait()
        case .timerFired:
            fail()
        }
    }

    private func fail() {
        hasEnded = true
        source.stop()
        observer.fail(isRenewed ? StreamError.timeout(after: dueTime) : .deadline(after: dueTime), at: site)
    }

    private func wait() {
        let due = due
        slot.schedule(after: due - scheduler.now, on: scheduler) { self.send(.timerFired(due)) }
    }
}
