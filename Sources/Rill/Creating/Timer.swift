extension Observable where Element == Int {
    /// Emits 0 after a delay and then completes, or continues with 1, 2, and so on at regular intervals.
    ///
    ///     result   ---(0|)           Observable.timer(.seconds(3), scheduler: scheduler)
    ///
    /// ![A marble diagram of `timer`.](timer)
    ///
    ///     result   -0--1--2-         Observable.timer(.seconds(1), period: .seconds(3), scheduler: scheduler)
    ///
    /// ![A marble diagram of `timer`.](timer-2)
    ///
    /// Due times are computed from the time of the subscription, so they do not drift. Does not support back-pressure:
    /// the elements are emitted when they are due.
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameters:
    ///   - dueTime: The delay before the first element. If it is zero or negative, it has elapsed.
    ///   - period: The interval between elements. Must be greater than zero. Defaults to `nil`, which means a single
    ///     element.
    ///   - scheduler: The scheduler that runs the timer and delivers the element. Defaults to a global concurrent
    ///     queue.
    /// - Returns: A cold observable that emits one element and completes, or never completes if there is a period.
    /// - Complexity: One timer at a time.
    public static func timer(
        _ dueTime: Duration, period: Duration? = nil, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        file: StaticString = #fileID, line: UInt = #line
    ) -> Observable {
        precondition(
            period ?? .seconds(1) > .zero, "timer: the period must be greater than zero, got \(period ?? .zero)")
        let site = OperatorCallSite("timer", file, line)
        return Observable { observer in
            if let period {
                return Ticker(after: dueTime, period: period, scheduler: scheduler, observer: observer, at: site).run()
            }
            SerialWork(in: observer.scope, at: site).schedule(after: dueTime, on: scheduler) {
                if !observer.scope.isStopped { observer.send(.next(0)) }
                if !observer.scope.isStopped { observer.send(.completed) }
            }
        }
    }

    /// Emits 0, 1, 2, and so on at regular intervals, starting after one period.
    ///
    ///     result   --0-1-2-3-        Observable.interval(.seconds(2), scheduler: scheduler)
    ///
    /// ![A marble diagram of `interval`.](interval)
    ///
    /// Due times are computed from the time of the subscription, so they do not drift: if one element is late, the next
    /// delay is shorter. Does not support back-pressure.
    ///
    /// ## Errors
    /// None.
    ///
    /// - Parameters:
    ///   - period: The interval between elements. Must be greater than zero.
    ///   - scheduler: The scheduler that runs the timer and delivers the elements. Defaults to a global concurrent
    ///     queue.
    /// - Returns: A cold observable that never completes.
    /// - Complexity: One timer at a time.
    public static func interval(
        _ period: Duration, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(), file: StaticString = #fileID,
        line: UInt = #line
    ) -> Observable {
        precondition(period > .zero, "interval: the period must be greater than zero, got \(period)")
        return Observable { observer in
            let site = OperatorCallSite("interval", file, line)
            Ticker(after: period, period: period, scheduler: scheduler, observer: observer, at: site).run()
        }
    }
}

/// Emits one number per period.
///
/// With a scheduler that ignores delays, `run` loops instead of recursing.
private final class Ticker: @unchecked Sendable {  // `tick` and `due` are accessed by one tick at a time
    private let period: Duration
    private let scheduler: any Scheduler
    private let observer: Observer<Int>
    private let handoff = Handoff()
    private let slot: SerialWork
    private var tick = 0
    private var due: Duration

    init(
        after dueTime: Duration, period: Duration, scheduler: any Scheduler, observer: Observer<Int>,
        at site: OperatorCallSite
    ) {
        self.period = period
        self.scheduler = scheduler
        self.observer = observer
        due = scheduler.time(after: max(dueTime, .zero))
        slot = SerialWork(in: observer.scope, at: site)
    }

    func run() {
        while !observer.scope.isStopped {
            handoff.begin()
            slot.schedule(after: due - scheduler.now, on: scheduler) { [self] in
                guard !observer.scope.isStopped else { return }
                observer.send(.next(tick))
                tick += 1
                due = due.adding(period)
                if handoff.finish() { run() }
            }
            if !handoff.leave() { return }
        }
    }
}
