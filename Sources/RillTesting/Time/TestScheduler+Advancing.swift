internal import Rill

extension TestScheduler {
    /// Moves the time and runs what is due on the way.
    ///
    /// - Parameter duration: How far; zero runs what is due now.
    public func advance(by duration: Duration) {
        advance(to: now.adding(duration))
    }

    /// Moves the time to the beginning of a tick and runs what is due on the way, the tick's own work included.
    ///
    /// - Parameter target: The tick, not before the current one.
    public func advance(toTick target: Int) {
        advance(to: tick * target)
    }

    /// Moves the time and runs the work that is due on the way, including the work that is due at the end.
    ///
    /// The clock stands at the time of each piece of work while that runs, and at `time` when this returns. Traps if a
    /// million pieces of work run while time stands still, or if it takes more than 30 seconds of real time: something
    /// would go on without end. A single piece of work that does not return is not interrupted.
    ///
    /// - Parameter time: The time since the scheduler was made, not before the current time.
    public func advance(to time: Duration) {
        advance(to: time, standstillLimit: 1_000_000)
    }

    /// Advances, with limits that a test can reach sooner.
    package func advance(
        to time: Duration, standstillLimit: Int, realTimeLimit: Duration = TestScheduler.realTimeLimit
    ) {
        let start = now
        guard time >= start else {
            fatalError("TestScheduler: time does not go back: it is \(start), and was to be advanced to \(time)")
        }
        var moment = start
        var count = 0
        var budget = RealTimeBudget(limit: realTimeLimit)
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
                    TestScheduler: \(standstillLimit) pieces of work have run at \(moment), and there is more: \
                    something schedules itself without delay, without end
                    """)
            }
            if budget.isExceeded() {
                fatalError(
                    """
                    TestScheduler: advancing from \(start) to \(time) has taken more than \(realTimeLimit) of real time \
                    and is at \(moment): a stream does not end, or has too much to do for that distance. Let it end \
                    (take, dispose), or advance in smaller steps
                    """)
            }
            work()
        }
        moveClock(to: time)
    }

    /// Moves the time and runs the work that is due until none is pending; the clock stays at the time of the last piece
    /// of work.
    ///
    /// It gives up after 30 seconds of real time, too. A single piece of work that does not return is not interrupted.
    ///
    /// - Parameter limit: The maximum number of pieces of work, so that a stream without end (an `interval` that nobody
    ///   disposes) does not hang the test.
    /// - Throws: ``RunLimitError`` if a limit has been reached and work is still pending; it stays in the queue.
    public func run(limit: Int = TestScheduler.defaultRunLimit) throws(RunLimitError) {
        try run(limit: limit, realTimeLimit: Self.realTimeLimit)
    }

    /// Runs, with a limit of real time that a test can reach sooner.
    package func run(limit: Int, realTimeLimit: Duration) throws(RunLimitError) {
        var count = 0
        var budget = RealTimeBudget(limit: realTimeLimit)
        var isOverBudget = false
        while count < limit, !isOverBudget, let work = takeNext() {
            work()
            count += 1
            isOverBudget = budget.isExceeded()
        }
        let pending = pendingCount
        if pending > 0 {
            throw RunLimitError(
                limit: limit, realTimeLimit: isOverBudget ? realTimeLimit : nil, now: now, pendingCount: pending)
        }
    }

    /// How many pieces of work a run may do unless it is told otherwise: a million.
    public static let defaultRunLimit = 1_000_000

    /// The maximum real time of one run or advance.
    package static let realTimeLimit: Duration = .seconds(30)
}

/// Measures the real time that one run or advance takes.
private struct RealTimeBudget {
    private let limit: Duration
    private var used = Duration.zero
    private var last = ContinuousClock.now

    init(limit: Duration) {
        self.limit = limit
    }

    /// Looks at the clock; called once for each piece of work.
    mutating func isExceeded() -> Bool {
        let now = ContinuousClock.now
        // One piece of work counts for at most a second, so that a stop in a debugger does not end the test.
        used += min(now - last, .seconds(1))
        last = now
        return used > limit
    }
}
