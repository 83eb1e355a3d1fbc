extension TestScheduler {
    /// Moves the time and runs what is due on the way.
    ///
    /// - Parameter duration: How far; zero runs what is due now.
    public func advance(by duration: Duration) {
        advance(to: now + duration)
    }

    /// Moves the time to the beginning of a tick and runs what is due on the way, the tick's own work included.
    ///
    /// - Parameter target: The tick, not before the current one.
    public func advance(toTick target: Int) {
        advance(to: tick * target)
    }

    /// Moves the time and runs what is due on the way, what is due at the end included.
    ///
    /// The clock stands at the time of each piece of work while that runs, and at `time` when this returns. Traps if a
    /// million pieces of work run while time stands still, as they would go on for ever.
    ///
    /// - Parameter time: The time since the scheduler was made, not before the current time.
    public func advance(to time: Duration) {
        advance(to: time, standstillLimit: 1_000_000)
    }

    /// Advances, with a limit that a test can reach sooner.
    package func advance(to time: Duration, standstillLimit: Int) {
        let start = now
        guard time >= start else {
            fatalError("TestScheduler: time does not go back: it is \(start), and was to be advanced to \(time)")
        }
        var moment = start
        var count = 0
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
            work()
        }
        moveClock(to: time)
    }

    /// Moves the time and runs what is due until nothing waits; the clock stays at the time of the last piece of work.
    ///
    /// - Parameter limit: How many pieces of work may run, so that what goes on without end (an `interval` that nobody
    ///   disposes) does not hang the test.
    /// - Throws: ``RunLimitError`` if the limit has been reached and work still waits; it stays in the queue.
    public func run(limit: Int = TestScheduler.defaultRunLimit) throws(RunLimitError) {
        var count = 0
        while count < limit, let work = takeNext() {
            work()
            count += 1
        }
        let pending = pendingCount
        if pending > 0 { throw RunLimitError(limit: limit, now: now, pendingCount: pending) }
    }

    /// How many pieces of work a run may do unless it is told otherwise: a million.
    public static let defaultRunLimit = 1_000_000
}
