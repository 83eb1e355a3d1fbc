internal import RillHTTPTesting

/// A scheduler with virtual time for transports.
///
/// A case advances the time once the transport has scheduled its timers.
final class VirtualClock: Scheduler {
    private let scheduler = TestScheduler()
    private let changes = Monitor(0)

    var now: Duration { scheduler.now }

    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable {
        schedule(after: .zero, work)
    }

    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
        let handle = scheduler.schedule(after: delay, work)
        changes.update { $0 += 1 }
        return handle
    }

    /// Advances the time and runs all actions that are due.
    func advance(by duration: Duration) {
        scheduler.advance(by: duration)
    }

    /// Advances the time in steps until an exchange times out.
    ///
    /// - Parameters:
    ///   - reason: The expected reason of the timeout.
    ///   - exchange: The exchange that is expected to time out.
    ///   - step: The virtual time of each step.
    ///   - prepare: A closure that runs before each step.
    /// - Throws: `CaseFailure` if the exchange does not time out.
    func expectTimeout(
        _ reason: TransportError.Reason, of exchange: RunningExchange, every step: Duration = .seconds(100),
        beforeEachStep prepare: () throws -> Void = {}
    ) throws {
        try advance(untilEndOf: exchange, every: step, beforeEachStep: prepare)
        try expect(exchange.failure().error, .timeout, reason)
    }

    /// Advances the time in steps until an exchange ends, as long as the transport has scheduled timers.
    ///
    /// A transport may reschedule a timer when it fires, so several steps may be necessary.
    ///
    /// - Parameters:
    ///   - exchange: The exchange that is expected to end.
    ///   - step: The virtual time of each step.
    ///   - prepare: A closure that runs before each step.
    /// - Throws: `CaseFailure` if the exchange does not end.
    func advance(
        untilEndOf exchange: RunningExchange, every step: Duration, beforeEachStep prepare: () throws -> Void = {}
    ) throws {
        let deadline = ContinuousClock.now + CaseContext.limit
        var seen = 0
        while !exchange.hasEnded {
            try expect(
                deadline > .now, "the exchange to end. Events so far: \(exchange.current.summary)")
            // Wait for a new timer. On timeout, continue, because the last step may not have reached an existing timer.
            seen = changes.wait(timeout: .milliseconds(20)) { [seen] in $0 > seen ? $0 : nil } ?? seen
            guard scheduler.pendingCount > 0, !exchange.hasEnded else { continue }
            try prepare()
            advance(by: step)
        }
    }
}
