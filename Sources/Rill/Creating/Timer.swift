extension Observable where Element == Int {
    /// Emits 0 after a while, then completes.
    ///
    ///     result   ---(0|)           Observable.timer(.seconds(3), scheduler: scheduler)
    ///
    /// Does not park: the one value comes when it is due.
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameters:
    ///   - dueTime: How long to wait, zero or more.
    ///   - scheduler: Who waits, and where the value is delivered.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable of exactly one value.
    /// - Complexity: One timer.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/timer.html>
    public static func timer(
        _ dueTime: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        Observable { observer in
            WorkSlot(in: observer.scope).schedule(after: dueTime, on: scheduler) {
                if !observer.scope.isStopped { observer.send(.next(0)) }
                if !observer.scope.isStopped { observer.send(.completed) }
            }
        }
    }

    /// Emits 0, 1, 2 … at even distances, the first after one period.
    ///
    ///     result   --0-1-2-3-        Observable.interval(.seconds(2), scheduler: scheduler)
    ///
    /// The distances are counted from the subscription, so that they do not drift; a tick that comes late shortens the wait
    /// for the next. Does not park: it is no use to hold time back.
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameters:
    ///   - period: The distance, more than zero.
    ///   - scheduler: Who waits, and where the values are delivered.
    ///   - file: Where the stream is put together, for traces.
    ///   - line: The line there.
    /// - Returns: A cold observable without an end.
    /// - Complexity: One timer at a time.
    /// - SeeAlso: <https://reactivex.io/documentation/operators/interval.html>
    public static func interval(
        _ period: Duration, scheduler: any Scheduler, file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        precondition(period > .zero, "interval needs a period of more than zero, got \(period)")
        return Observable { observer in
            Ticker(period: period, scheduler: scheduler, observer: observer).run()
        }
    }
}

/// Sends a number each period.
///
/// A scheduler that lets no time pass makes it a loop, not a recursion.
private final class Ticker: @unchecked Sendable {  // `tick` and `due` are touched by one tick after the other
    private let period: Duration
    private let scheduler: any Scheduler
    private let observer: Observer<Int>
    private let handoff = Handoff()
    private let slot: WorkSlot
    private var tick = 0
    private var due: Duration

    init(period: Duration, scheduler: any Scheduler, observer: Observer<Int>) {
        self.period = period
        self.scheduler = scheduler
        self.observer = observer
        due = scheduler.now
        slot = WorkSlot(in: observer.scope)
    }

    func run() {
        while !observer.scope.isStopped {
            handoff.begin()
            due = due.adding(period)
            slot.schedule(after: due - scheduler.now, on: scheduler) { [self] in
                guard !observer.scope.isStopped else { return }
                observer.send(.next(tick))
                tick += 1
                if handoff.finish() { run() }
            }
            if !handoff.leave() { return }
        }
    }
}
