internal import RillHTTPTesting

/// Virtual time for transports.
///
/// A case advances the time once the transport has scheduled its timers.
extension TestScheduler {
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
        try exchange.failure(with: [.timeout], reason)
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
        // The transport needs some time to schedule a timer, and to fail after a timer has fired.
        while !exchange.hasEnded(within: .milliseconds(20)) {
            try expect(deadline > .now, "the exchange to end. Events so far: \(exchange.current.summary)")
            guard pendingCount > 0 else { continue }
            try prepare()
            advance(by: step)
        }
    }
}
