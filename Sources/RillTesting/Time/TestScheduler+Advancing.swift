internal import Rill

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

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
    /// a million work items run without the time advancing, or if the call takes more than 30 seconds of CPU time:
    /// both indicate a stream that does not terminate. A work item that does not return is not interrupted.
    ///
    /// - Parameter time: The time since the creation of the scheduler. Must not be before the current time.
    public func advance(to time: Duration) {
        advance(to: time, standstillLimit: 1_000_000)
    }

    /// Advances the time with the given limits, which tests can lower.
    package func advance(to time: Duration, standstillLimit: Int, cpuTimeLimit: Duration = .seconds(30)) {
        let start = now
        guard time >= start else {
            fatalError("TestScheduler: cannot advance to \(time): the current time is already \(start)")
        }
        var moment = start
        var count = 0
        let isOverLimit = measureCPUTime(cpuTimeLimit)
        watching {
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
                        TestScheduler: \(standstillLimit) work items ran at \(moment) without advancing the time: work \
                        reschedules itself without a delay
                        """)
                }
                if isOverLimit() {
                    fatalError(
                        """
                        TestScheduler: advancing from \(start) to \(time) exceeded \(cpuTimeLimit) of CPU time at \(moment): \
                        a stream does not terminate or schedules too much work. End it (take, dispose), or advance in \
                        smaller steps
                        """)
                }
                work()
            }
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
    ///   - cpuTimeLimit: The maximum CPU time of the thread. Defaults to 5 seconds. A busy computer does not use it up.
    /// - Throws: ``RunLimitError`` if a limit is reached while work is pending; that work stays in the queue.
    public func run(
        limit: Int = TestScheduler.defaultRunLimit, cpuTimeLimit: Duration = TestScheduler.defaultCPUTimeLimit
    ) throws(RunLimitError) {
        try run(limit: limit, cpuTimeLimit: cpuTimeLimit) { .longest }
    }

    /// Runs the work that is due until a given time, which may change after each work item.
    func run(
        limit: Int = TestScheduler.defaultRunLimit, cpuTimeLimit: Duration = TestScheduler.defaultCPUTimeLimit,
        until end: () -> Duration
    ) throws(RunLimitError) {
        let isOverLimit = measureCPUTime(cpuTimeLimit)
        let isOverBudget = watching {
            var count = 0
            while count < limit, let work = takeNext(until: end()) {
                work()
                count += 1
                if isOverLimit() { return true }
            }
            return false
        }
        let (due, pending) = interleaving.map { ($0.nextDue, $0.pendingCount) } ?? (next?.due, pendingCount)
        if let due, due <= end() {
            throw RunLimitError(
                limit: limit, cpuTimeLimit: isOverBudget ? cpuTimeLimit : nil, now: now, pendingCount: pending)
        }
    }

    /// Returns a closure that returns whether the thread has used more CPU time than a limit since this call.
    private func measureCPUTime(_ limit: Duration) -> () -> Bool {
        if let cpuTime {
            let start = cpuTime()
            return { cpuTime() - start > limit }
        }
        let (start, time) = (Duration.cpuTimeOfThread, ContinuousClock.now)
        // Reading the CPU time requires a system call. It does not exceed the elapsed time, which does not require one.
        return { ContinuousClock.now - time > limit && .cpuTimeOfThread - start > limit }
    }

    /// The default value of the maximum number of work items per run: one million.
    public static let defaultRunLimit = 1_000_000

    /// The default value of the maximum CPU time per run: 5 seconds.
    public static let defaultCPUTimeLimit: Duration = .seconds(5)
}

extension Duration {
    /// The CPU time that the calling thread has used.
    package static var cpuTimeOfThread: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
