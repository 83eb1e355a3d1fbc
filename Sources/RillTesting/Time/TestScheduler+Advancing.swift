internal import Rill

extension TestScheduler {
    /// Advances the time by a duration and runs the work that becomes due.
    ///
    /// - Parameter duration: The duration. Zero runs the work that is due now.
    public func advance(by duration: Duration) {
        advance(to: now.adding(duration))
    }

    /// Advances the time to the start of a tick and runs the work that becomes due, including the work due at that
    /// tick.
    ///
    /// - Parameter target: The tick. Must not be before the current tick.
    public func advance(toTick target: Int) {
        advance(to: tick * target)
    }

    /// Advances the time and runs the work that becomes due, including work that is due at exactly `time`.
    ///
    /// While a work item runs, the clock shows its due time; when this method returns, the clock shows `time`. Traps if
    /// a million work items run without the time advancing, or if the call takes more than 30 seconds of real time:
    /// both indicate a stream that does not terminate. A work item that does not return is not interrupted.
    ///
    /// - Parameter time: The time since the creation of the scheduler. Must not be before the current time.
    public func advance(to time: Duration) {
        advance(to: time, standstillLimit: 1_000_000)
    }

    /// Advances the time with the given limits, which tests can lower.
    package func advance(
        to time: Duration, standstillLimit: Int, realTimeLimit: Duration = .seconds(30)
    ) {
        let start = now
        guard time >= start else {
            fatalError("TestScheduler: cannot advance to \(time): the current time is already \(start)")
        }
        var moment = start
        var count = 0
        var budget = RealTimeBudget(limit: realTimeLimit, clock: wallClock)
        while let work = takeNext(until: time) {
            let due = now
            if due > moment {
                moment = due
                count = 0
            }
            count += 1
            if count > standstillLimit {
                fatalError(
                    """
                    TestScheduler: \(standstillLimit) work items ran at \(moment) without advancing the time: work reschedules \
                    itself without a delay
                    """)
            }
            if budget.isExceeded() {
                fatalError(
                    """
                    TestScheduler: advancing from \(start) to \(time) exceeded \(realTimeLimit) of real time at \(moment): \
                    a stream does not terminate or schedules too much work. End it (take, dispose), or advance in smaller \
                    steps
                    """)
            }
            work()
        }
        moveClock(to: time)
    }

    /// Runs work in order of due time until none is pending.
    ///
    /// The clock stays at the due time of the last work item. Both limits exist so that a stream that does not terminate,
    /// such as an undisposed `interval`, cannot hang the test. A work item that does not return is not interrupted.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of work items. Defaults to one million.
    ///   - realTimeLimit: The maximum real time. Defaults to 5 seconds.
    /// - Throws: ``RunLimitError`` if a limit is reached while work is pending; that work stays in the queue.
    public func run(
        limit: Int = TestScheduler.defaultRunLimit, realTimeLimit: Duration = TestScheduler.defaultRealTimeLimit
    ) throws(RunLimitError) {
        try run(limit: limit, realTimeLimit: realTimeLimit) { .longest }
    }

    /// Runs the work that is due until a given time, which may change after each work item.
    func run(
        limit: Int = TestScheduler.defaultRunLimit, realTimeLimit: Duration = TestScheduler.defaultRealTimeLimit,
        until end: () -> Duration
    ) throws(RunLimitError) {
        var count = 0
        var budget = RealTimeBudget(limit: realTimeLimit, clock: wallClock)
        var isOverBudget = false
        while count < limit, !isOverBudget, let work = takeNext(until: end()) {
            work()
            count += 1
            isOverBudget = budget.isExceeded()
        }
        let (due, pending) = interleaving.map { ($0.nextDue, $0.pendingCount) } ?? (next?.due, pendingCount)
        if let due, due <= end() {
            throw RunLimitError(
                limit: limit, realTimeLimit: isOverBudget ? realTimeLimit : nil, now: now, pendingCount: pending)
        }
    }

    /// The default value of the maximum number of work items per run: one million.
    public static let defaultRunLimit = 1_000_000

    /// The default value of the maximum real time per run: 5 seconds.
    public static let defaultRealTimeLimit: Duration = .seconds(5)
}

/// Measures the real time that one run or advance takes.
private struct RealTimeBudget {
    private let limit: Duration
    private let clock: any Scheduler
    private var used = Duration.zero
    private var last: Duration

    init(limit: Duration, clock: any Scheduler) {
        self.limit = limit
        self.clock = clock
        last = clock.now
    }

    /// Updates the elapsed time and returns whether it exceeds the limit; called once per work item.
    mutating func isExceeded() -> Bool {
        let now = clock.now
        // Each work item counts for at most one second, so that a debugger breakpoint does not fail the test.
        used += min(now - last, .seconds(1))
        last = now
        return used > limit
    }
}
