import Rill
import RillTestSupport
import RillTesting
import Testing

/// Tests of how `RetryAttempts` counts attempts.
@Suite struct RetryAttemptsTests {
    private func attempts(_ policy: RetryPolicy) -> RetryAttempts { RetryAttempts(policy) }

    private let policy = RetryPolicy.constantBackoff(attempts: 3, delay: .seconds(2))

    @Test func countsOnlyAttemptsThatStart() {
        var attempts = attempts(policy)
        #expect(attempts.number == 1)
        #expect(attempts.decide(after: TestError("a"), elapsed: .zero).attempt == 1)
        #expect(attempts.number == 2)
        #expect(attempts.decide(after: TestError("a"), elapsed: .zero).action == .retry(after: .seconds(2)))
        #expect(attempts.decide(after: TestError("a"), elapsed: .zero).action == .giveUp(.attempts))
        #expect(attempts.number == 3)
    }

    @Test func jitterDoesNotShortenTheMinimum() {
        for seed in 0..<100 as Range<UInt64> {
            var attempts = attempts(.constantBackoff(attempts: 2, delay: .seconds(9), jitter: .full(seed: seed)))
            let decision = attempts.decide(after: TestError("a"), elapsed: .zero, atLeast: .seconds(5))
            guard case .retry(let delay) = decision.action else {
                Issue.record("expected a retry")
                return
            }
            #expect(delay >= .seconds(5) && delay <= .seconds(9))
        }
    }

    @Test func givesUpIfTheMinimumExceedsTheMaximum() {
        for (minimum, action) in [
            (5, RetryDecision.Action.retry(after: .seconds(5))), (6, .giveUp(.limit)), (0, .retry(after: .seconds(2))),
        ] {
            var attempts = attempts(policy)
            let decision = attempts.decide(
                after: TestError("a"), elapsed: .zero, atLeast: .seconds(minimum), maximumDelay: .seconds(5))
            #expect(decision.action == action)
        }
    }

    @Test func maximumLimitsTheMinimumButNotTheBackoff() {
        var attempts = attempts(policy)
        let decision = attempts.decide(after: TestError("a"), elapsed: .zero, maximumDelay: .seconds(1))
        #expect(decision.action == .retry(after: .seconds(2)))
    }

    @Test func errorMarkedAsFinalIsNotRetried() {
        let wasCalled = Log<Void>()
        var attempts = attempts(
            policy.retrying { _ in
                wasCalled.append(())
                return true
            })
        let decision = attempts.decide(after: TestError("a"), elapsed: .seconds(1), isFinal: true)
        #expect(decision.action == .giveUp(.error))
        #expect(decision.elapsed == .seconds(1))
        #expect(attempts.number == 1)
        #expect(wasCalled.entries.isEmpty)
    }

    @Test func finalDecisionsAreReported() {
        let wasCalled = Log<Void>()
        var attempts = attempts(policy.onDecision { if $0.action == .giveUp(.error) { wasCalled.append(()) } })
        _ = attempts.decide(after: TestError("a"), elapsed: .zero, isFinal: true)
        #expect(!wasCalled.entries.isEmpty)
    }
}
