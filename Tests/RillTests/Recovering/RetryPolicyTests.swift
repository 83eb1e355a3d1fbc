import Rill
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

@Suite struct RetryPolicyTests {
    private let kit = TestKit()

    private func seconds(_ policy: RetryPolicy) -> [Double] {
        (1...6).map { policy.backoff.delay(afterAttempt: $0) / .seconds(1) }
    }

    // MARK: Backoff

    @Test func exponentialBackoffDoublesUpToItsMaximum() {
        let policy = RetryPolicy.exponentialBackoff(
            attempts: 9, initial: .seconds(1), maximum: .seconds(10), jitter: .none)
        #expect(seconds(policy) == [1, 2, 4, 8, 10, 10])
    }

    @Test func constantBackoffIgnoresTheAttemptNumber() {
        #expect(seconds(.constantBackoff(attempts: 9, delay: .seconds(3))) == [3, 3, 3, 3, 3, 3])
    }

    @Test func largeAttemptNumbersDoNotOverflow() {
        let backoff = RetryPolicy.Backoff.exponential(
            initial: .nanoseconds(1), factor: 1e9, maximum: .seconds(Int64.max))
        #expect(backoff.delay(afterAttempt: .max) == .seconds(Int64.max))
        let zero = RetryPolicy.Backoff.exponential(initial: .zero, maximum: .seconds(1))
        #expect(zero.delay(afterAttempt: .max) == .zero)
        #expect(RetryPolicy.Backoff.constant(.seconds(1)).delay(afterAttempt: .max) == .seconds(1))
    }

    @Test func maximumLimitsTheFirstDelay() {
        let backoff = RetryPolicy.Backoff.exponential(initial: .seconds(9), maximum: .seconds(2))
        #expect(backoff.delay(afterAttempt: 1) == .seconds(2))
    }

    // MARK: Operator

    /// Returns a source whose first attempts fail one tick after they start.
    private func failing(_ times: Int) -> (Observable<String>, TestableObservable<String>) {
        let bad = kit.cold("-#")
        let good = kit.cold("-a|")
        let failures = Counter(times)
        return (.deferred { failures.decrement() ? bad.asObservable() : good.asObservable() }, bad)
    }

    @Test func waitsBetweenAttempts() {
        let (source, bad) = failing(2)
        let policy = RetryPolicy.exponentialBackoff(attempts: 3, initial: .seconds(2), jitter: .none)
        let result = kit.record { source.retry(policy, scheduler: kit.scheduler) }
        expectMarbles(result, "---------a|")
        expectSubscriptions(bad, "^!", "---^!")
    }

    @Test(
        arguments: [
            (.constantBackoff(attempts: 3, delay: .seconds(3)), "1#", "1---1---1#", ["^!", "----^!", "--------^!"]),
            (.constantBackoff(attempts: 1, delay: .seconds(3)), "-#", "-#", nil),  // no retry
            (.constantBackoff(attempts: 3, delay: .zero), "-#", "---#", nil),  // immediate retries
            // No attempt starts after the time limit.
            (
                .constantBackoff(attempts: 9, delay: .seconds(2)).within(.seconds(6)), "-#", "-------#",
                ["^!", "---^!", "------^!"]
            ),
        ] as [(RetryPolicy, String, String, [String]?)])
    func forwardsTheErrorAfterTheLastAttempt(
        policy: RetryPolicy, source: String, result: String, subscriptions: [String]?
    ) {
        let source = kit.cold(source)
        expectMarbles(kit.record { source.retry(policy, scheduler: kit.scheduler) }, result)
        if let subscriptions { #expect(source.subscriptionDifference(from: subscriptions) == nil) }
    }

    @Test func nonRetryableErrorsAreForwardedImmediately() {
        let source = kit.cold("-#", error: TestError("fatal"))
        let policy = RetryPolicy.constantBackoff(attempts: 3, delay: .seconds(3))
            .retrying { $0 as? TestError != TestError("fatal") }
        let result = kit.record { source.retry(policy, scheduler: kit.scheduler) }
        expectMarbles(result, "-#", error: TestError("fatal"))
        expectSubscriptions(source, "^!")
    }

    @Test func cancellationIsNotRetried() {
        let source = kit.cold("-#", error: CancellationError())
        let policy = RetryPolicy.constantBackoff(attempts: 3, delay: .seconds(3)).retrying { _ in true }
        _ = kit.record { source.retry(policy, scheduler: kit.scheduler) }
        expectSubscriptions(source, "^!")
    }

    @Test func disposalDuringADelayPreventsTheRetry() {
        let source = kit.cold("-#")
        let policy = RetryPolicy.constantBackoff(attempts: 3, delay: .seconds(5))
        expectMarbles(kit.record(disposedAt: 3) { source.retry(policy, scheduler: kit.scheduler) }, "---")
        expectSubscriptions(source, "^!")
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func attemptsAreCountedPerSubscriber() {
        let source = kit.cold("-#")
        let retried = source.retry(.constantBackoff(attempts: 2, delay: .seconds(1)), scheduler: kit.scheduler)
        expectMarbles(kit.record { retried }, "---#")
        expectMarbles(kit.record { retried }, "------#")
    }

    // MARK: Jitter

    private func delays(_ jitter: RetryPolicy.Jitter) -> [Duration] {
        let seen = Log<RetryDecision>()
        let policy = RetryPolicy.constantBackoff(attempts: 20, delay: .seconds(10), jitter: jitter)
            .onDecision { seen.append($0) }
        let kit = TestKit()
        _ = kit.record { kit.cold("#").retry(policy, scheduler: kit.scheduler) }
        return seen.entries.compactMap { if case .retry(let delay) = $0.action { delay } else { nil } }
    }

    @Test func equalSeedsProduceEqualDelays() {
        #expect(delays(.full(seed: 7)).count == 19)
        #expect(delays(.full(seed: 7)) == delays(.full(seed: 7)))
        #expect(delays(.full(seed: 7)) != delays(.full(seed: 8)))
        #expect(delays(.full) != delays(.full))
    }

    @Test func fullJitterCoversTheWholeDelay() {
        let delays = delays(.full(seed: 1))
        #expect(delays.allSatisfy { $0 >= .zero && $0 <= .seconds(10) })
        #expect(delays.contains { $0 < .seconds(3) })
        #expect(delays.contains { $0 > .seconds(7) })
    }

    // MARK: Decisions

    @Test func everyDecisionIsReported() {
        let seen = Log<RetryDecision>()
        let source = kit.cold("-#", error: TestError("down"))
        let policy = RetryPolicy.constantBackoff(attempts: 2, delay: .milliseconds(500)).onDecision { seen.append($0) }
        _ = kit.record { source.retry(policy, scheduler: kit.scheduler) }
        #expect(
            seen.entries.map(\.description) == [
                "attempt 1 of 2 failed, retrying in 0.500 s: \(TestError("down"))",
                "attempt 2 of 2 failed, no attempts left: \(TestError("down"))",
            ])
        #expect(seen.entries.map(\.elapsed) == [.seconds(1), .milliseconds(2_500)])
    }

    @Test func reasonForGivingUpIsReported() {
        let seen = Log<RetryDecision>()
        let once = RetryPolicy.constantBackoff(attempts: 2, delay: .seconds(5)).onDecision { seen.append($0) }
        for policy in [once.within(.seconds(1)), once.retrying { _ in false }] {
            _ = kit.record { kit.cold("#").retry(policy, scheduler: kit.scheduler) }
        }
        #expect(seen.entries.map(\.action) == [.giveUp(.limit), .giveUp(.error)])
        #expect(
            seen.entries.map { $0.description.prefix { $0 != ":" } } == [
                "attempt 1 of 2 failed, the next attempt would exceed the time limit",
                "attempt 1 of 2 failed, the error is not retryable",
            ])
    }
}

private final class Counter: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var remaining: Int

    init(_ remaining: Int) {
        self.remaining = remaining
    }

    func decrement() -> Bool {
        lock.withLock {
            remaining -= 1
            return remaining >= 0
        }
    }
}
