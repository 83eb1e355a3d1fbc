extension ObservableConvertible {
    /// Fails if the time before the first event or between two events exceeds a timeout.
    ///
    ///     source   -1-2-----3
    ///     result   -1-2---#          source.timeout(.seconds(4), scheduler: scheduler)
    ///     where    # = timed out: no event within 4.0 seconds
    ///
    /// ![A marble diagram of `timeout`.](timeout)
    ///
    /// The source is disposed on a timeout. An event that arrives before the timer has run is accepted, even if the
    /// timer is late because the scheduler is busy. A busy scheduler therefore does not cause a timeout while the
    /// source emits. If the timer is late by 100 milliseconds or more, for example because the process was stopped, the
    /// source has another 100 milliseconds for an event.
    ///
    /// A source that waits for a paused subscriber does not time out. The timeout restarts when the subscriber resumes.
    ///
    /// ## Errors
    /// Forwards the source's error. Fails with ``StreamError/Code/timeout`` on a timeout.
    ///
    /// - Parameters:
    ///   - dueTime: The maximum time to wait for each event. If it is zero or negative, it has elapsed.
    ///   - scheduler: The scheduler that runs the timer and delivers the error. Defaults to a global concurrent queue.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: One timer at a time, regardless of the number of elements.
    public func timeout(
        _ dueTime: Duration, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        limited(to: dueTime, isRenewed: true, scheduler, at: OperatorCallSite("timeout", file, line))
    }

    /// Switches to another source if the time before the first event or between two events exceeds a timeout.
    ///
    ///     source   -1-2-----3
    ///     other           -8-9-|
    ///     result   -1-2----8-9-|     source.timeout(.seconds(4), other: other, scheduler: scheduler)
    ///
    /// ![A marble diagram of `timeout`.](timeout-2)
    ///
    /// The source is disposed before the other source is subscribed to. The timeout does not apply to the other source.
    /// In all other respects, this operator behaves like `timeout(_:scheduler:file:line:)`.
    ///
    /// ## Errors
    /// Forwards the error of either source.
    ///
    /// - Parameters:
    ///   - dueTime: The maximum time to wait for each event. If it is zero or negative, it has elapsed.
    ///   - other: The source to switch to.
    ///   - scheduler: The scheduler that runs the timer, and on which the other source is subscribed to. Defaults to a
    ///     global concurrent queue.
    /// - Returns: An observable of the elements of the source and, after a timeout, the elements of the other source.
    /// - Complexity: One timer at a time, regardless of the number of elements.
    public func timeout(
        _ dueTime: Duration, other: Observable<Element>,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        limited(to: dueTime, isRenewed: true, other: other, scheduler, at: OperatorCallSite("timeout", file, line))
    }

    /// Switches to a source of any type, such as a subject, after a timeout; see
    /// `timeout(_:other:scheduler:file:line:)`.
    ///
    /// - Parameters:
    ///   - dueTime: The maximum time to wait for each event. If it is zero or negative, it has elapsed.
    ///   - other: The source to switch to.
    ///   - scheduler: The scheduler that runs the timer, and on which the other source is subscribed to. Defaults to a
    ///     global concurrent queue.
    /// - Returns: An observable of the elements of the source and, after a timeout, the elements of the other source.
    @_disfavoredOverload  // keeps type checking fast
    public func timeout(
        _ dueTime: Duration, other: some ObservableConvertible<Element>,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        timeout(dueTime, other: other.asObservable(), scheduler: scheduler, file: file, line: line)
    }

    /// Fails if the source does not terminate within a duration, regardless of the elements that it emits.
    ///
    ///     source   -1-2-3-4-5
    ///     result   -1-2-3#           source.deadline(.seconds(6), scheduler: scheduler)
    ///     where    # = timed out: the stream did not end within 6.0 seconds
    ///
    /// ![A marble diagram of `deadline`.](deadline)
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
    ///   - dueTime: The maximum time from subscription to termination. If it is zero or negative, it has elapsed.
    ///   - scheduler: The scheduler that provides the clock, runs the timer, and delivers the error. Defaults to a
    ///     global concurrent queue.
    /// - Returns: An observable that emits the same events.
    /// - Complexity: One timer; one clock access per element.
    /// - SeeAlso: `timeout(_:scheduler:file:line:)`
    public func deadline(
        _ dueTime: Duration, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        limited(to: dueTime, isRenewed: false, scheduler, at: OperatorCallSite("deadline", file, line))
    }

    /// The implementation shared by `timeout` and `deadline`.
    ///
    /// - Parameters:
    ///   - dueTime: The maximum time.
    ///   - isRenewed: Whether the time restarts with each event.
    ///   - other: The source to switch to, or `nil` to fail. Defaults to `nil`.
    ///   - scheduler: The scheduler that provides the clock, runs the timer, and delivers the error.
    ///   - site: The call site of the operator.
    /// - Returns: An observable that emits the same events.
    private func limited(
        to dueTime: Duration, isRenewed: Bool, other: Observable<Element>? = nil, _ scheduler: any Scheduler,
        at site: OperatorCallSite
    ) -> Observable<Element> {
        Observable<Element> { observer in
            Timeout(dueTime, isRenewed: isRenewed, other: other, scheduler, to: observer, at: site).run(asObservable())
        }
    }
}

/// The state of a `timeout` or `deadline`.
///
/// An element only updates the due time. When the timer fires, the time for which it was set is compared with the due
/// time.
private final class Timeout<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        /// The timer that was set for the given time has fired.
        case timerFired(Duration)
        /// The events that were due at the same time as the timer have been sent.
        case elapsed(Duration)
        /// No source waits for the subscriber, and the messages that were sent before have been delivered.
        case expired(Duration)
        /// The subscriber has resumed after a pause, and the source may have waited for it.
        case resumed(sourceWaited: Bool)
    }

    let turn = Turn<Message>()
    private let observer: Observer<Element>
    private let site: OperatorCallSite
    private let source: Scope
    private let dueTime: Duration
    private let isRenewed: Bool

    /// The source to switch to, or `nil` to fail.
    private let other: Observable<Element>?
    private let scheduler: any Scheduler
    private let slot: SerialWork
    private var due: Duration
    private var hasEnded = false

    /// Whether no timer is set until the subscriber resumes.
    private var isSuspended = false

    /// Whether the timeout has been extended for a source that waits for its turn after a pause.
    private var wasExtended = false

    init(
        _ dueTime: Duration, isRenewed: Bool, other: Observable<Element>?, _ scheduler: any Scheduler,
        to observer: Observer<Element>, at site: OperatorCallSite
    ) {
        self.observer = observer
        self.site = site
        self.dueTime = max(dueTime, .zero)
        self.isRenewed = isRenewed
        self.other = other
        self.scheduler = scheduler
        source = observer.scope.makeChild()
        slot = SerialWork(in: source, at: site)
        due = scheduler.time(after: self.dueTime)
    }

    /// If the timer fires at least this late, the operator waits this long for an element before it fails.
    private static var grace: Duration { .milliseconds(100) }

    var usesTrampoline: Bool { observer.scope.usesTrampoline }

    func run(_ observable: Observable<Element>) {
        wait()
        if isRenewed {
            source.onResume { [weak self] sourceWaits in self?.send(.resumed(sourceWaited: sourceWaits)) }
        }
        if dueTime > .zero { observable.start(Observer(source) { self.send(.event($0)) }) }
    }

    func deliver(_ message: Message) {
        guard !hasEnded, !observer.scope.isStopped else {
            if case .event(.error(let error)) = message { source.reportUndelivered(error) }
            return
        }
        switch message {
        case .event(let event):
            if !isRenewed, event.error == nil, due < scheduler.now { return fail() }
            guard event.isTerminal else {
                if isRenewed { due = scheduler.time(after: dueTime) }
                wasExtended = false
                if isSuspended { wait() }
                return observer.send(event)
            }
            hasEnded = true
            source.beginStop()
            observer.forward(event, from: source, at: site)
        case .timerFired(let armed) where armed < due, .elapsed(let armed) where armed < due,
            .expired(let armed) where armed < due:
            wait()
        case .timerFired:
            // An event that is due at this time arrives, even if the scheduler runs it after the timer. If the process was
            // stopped, the timer is late, and the source first emits the elements that have arrived in the meantime.
            let due = due
            let isLate = isRenewed && scheduler.now - due >= Self.grace
            slot.schedule(after: isLate ? Self.grace : .zero, on: scheduler) { self.send(.elapsed(due)) }
        case .elapsed:
            guard isRenewed else { return fail() }
            let isPaused = source.isPaused
            guard source.hasWaitingSource, isPaused || !wasExtended else { return send(.expired(due)) }
            isSuspended = isPaused
            // The subscriber has resumed, and the source has not had its turn yet.
            wasExtended = !isPaused
            if wasExtended { restart() }
        case .expired:
            fail()
        case .resumed(let sourceWaited):
            guard sourceWaited || isSuspended else { return }
            wasExtended = false
            if isSuspended { restart() } else { due = scheduler.time(after: dueTime) }
        }
    }

    private func restart() {
        due = scheduler.time(after: dueTime)
        wait()
    }

    private func fail() {
        hasEnded = true
        if let other {
            source.stop()
            return Sequencer(observer, at: site) { _ in .runLast(other) }.run()
        }
        let error = isRenewed ? StreamError.timeout(after: dueTime) : .deadline(after: dueTime)
        source.beginStop()
        observer.fail(error, at: site)
    }

    private func wait() {
        isSuspended = false
        let due = due
        slot.schedule(after: due - scheduler.now, on: scheduler) { self.send(.timerFired(due)) }
    }
}
