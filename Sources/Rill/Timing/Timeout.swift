extension ObservableConvertible {
    /// Fails when too long passes between two events, or before the first.
    ///
    ///     source   -1-2-----3
    ///     result   -1-2---#          source.timeout(.seconds(4), scheduler: scheduler)
    ///     where    # = no event came within 4.0 seconds
    ///
    /// The source is disposed when time runs out. An event that arrives before the timer has run is in time, also if the
    /// timer is late because the scheduler is busy: a busy scheduler alone never fails a source that is alive.
    ///
    /// ## Errors
    /// Forwards the source's error; ``StreamError/Code/timeout``.
    ///
    /// - Parameters:
    ///   - dueTime: How long to wait for each event, more than zero.
    ///   - scheduler: Who waits, and where the failure is delivered.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the same events.
    /// - Complexity: One timer at a time, whatever the number of values.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/timeout.html>
    public func timeout(
        _ dueTime: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        precondition(dueTime > .zero, "timeout needs a time of more than zero, got \(dueTime)")
        return Observable<Element> { observer in
            let timeout = Timeout(dueTime, isRenewed: true, scheduler, to: observer, at: Site("timeout", file, line))
            timeout.run(asObservable())
        }
    }

    /// Fails when the source has not ended in time, whatever it emits.
    ///
    ///     source   -1-2-3-4-5
    ///     result   -1-2-3#           source.deadline(.seconds(6), scheduler: scheduler)
    ///     where    # = the stream did not end within 6.0 seconds
    ///
    /// The source is disposed when time runs out. The scheduler's clock decides: an element or a completion that arrives
    /// later fails the result, also if the timer is late because the scheduler is busy.
    ///
    /// ## Errors
    /// Forwards the source's error, a late one too; ``StreamError/Code/deadline``.
    ///
    /// - Parameters:
    ///   - dueTime: How long the source may take from subscription to end, more than zero.
    ///   - scheduler: The scheduler of the timer, which delivers the failure, and of the clock.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: An observable of the same events.
    /// - Complexity: One timer, and one look at the clock per element.
    /// - SeeAlso: `timeout(_:scheduler:file:line:)`
    public func deadline(
        _ dueTime: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable<Element> {
        precondition(dueTime > .zero, "deadline needs a time of more than zero, got \(dueTime)")
        return Observable<Element> { observer in
            let timeout = Timeout(dueTime, isRenewed: false, scheduler, to: observer, at: Site("deadline", file, line))
            timeout.run(asObservable())
        }
    }
}

/// Watches over one subscription.
///
/// A value only notes the time; the timer looks at the note when it rings.
private final class Timeout<Element: Sendable>: DrainLoop, @unchecked Sendable {  // guarded by `turn`
    enum Message: Sendable {
        case event(Event<Element>)
        /// The timer that was set for this time.
        case rang(Duration)
    }

    let turn = Turn<Message>()
    private let observer: Observer<Element>
    private let site: Site
    private let source: Scope
    private let dueTime: Duration
    private let isRenewed: Bool
    private let scheduler: any Scheduler
    private let slot: WorkSlot
    private var due: Duration
    private var hasEnded = false

    init(
        _ dueTime: Duration, isRenewed: Bool, _ scheduler: any Scheduler, to observer: Observer<Element>, at site: Site
    ) {
        self.observer = observer
        self.site = site
        self.dueTime = dueTime
        self.isRenewed = isRenewed
        self.scheduler = scheduler
        source = observer.scope.makeChild()
        slot = WorkSlot(in: source)
        due = scheduler.time(after: dueTime)
    }

    var hops: Bool { observer.scope.hops }

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
        case .rang(let armed) where armed < due:
            wait()
        case .rang:
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
        slot.schedule(after: due - scheduler.now, on: scheduler) { self.send(.rang(due)) }
    }
}
