internal import Rill
internal import RillTesting

/// Virtual time for a transport, which a case moves when the transport has told what it waits for.
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

    /// Moves the time, and runs what is due.
    func advance(by duration: Duration) {
        scheduler.advance(by: duration)
    }

    /// Advances the time in steps while the transport has timers set, until an exchange ends.
    ///
    /// The transport may set a timer again when it fires, so that one step may not be enough.
    ///
    /// - Parameters:
    ///   - step: The virtual time of each step.
    ///   - exchange: The exchange that is expected to time out.
    ///   - prepare: Runs before each step.
    func advance(
        by step: Duration, untilEndOf exchange: RunningExchange, beforeEachStep prepare: () throws -> Void = {}
    ) throws {
        let deadline = ContinuousClock.now + Bench.limit
        var seen = 0
        while exchange.current.end == nil {
            guard deadline > .now else {
                throw Fault("expected the exchange to time out, but there is only \(exchange.current.summary)")
            }
            // A timer that was set after the last step, or one that the last step did not reach.
            seen = changes.wait(timeout: .milliseconds(20)) { [seen] in $0 > seen ? $0 : nil } ?? seen
            guard scheduler.pendingCount > 0, exchange.current.end == nil else { continue }
            try prepare()
            advance(by: step)
        }
    }
}
