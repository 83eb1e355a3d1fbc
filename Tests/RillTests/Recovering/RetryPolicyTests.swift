import Rill
import RillSwiftTesting
import RillTesting
import Testing

@Suite struct RetryPolicyTests {
    private let kit = TestKit()

    private func seconds(_ policy: RetryPolicy) -> [Double] {
        (1...6).map { policy.backoff.delay(afterAttempt: $0) / .seconds(1) }
    }

    // MARK: The value

    @Test func exponentialBackoffDoublesUpToItsMaximum() {
        let policy = RetryPolicy.exponentialBackoff(
            attempts: 9, initial: .seconds(1), maximum: .seconds(10), jitter: .none)
        #expect(seconds(policy) == [1, 2, 4, 8, 10, 10])
    }

    @Test func constantBackoffStays() {
        #expect(seconds(.constantBackoff(attempts: 9, delay: .seconds(3))) == [3, 3, 3, 3, 3, 3])
    }

    @Test func noNumberOfAttemptsOverflows() {
        let backoff = RetryPolicy.Backoff.exponential(
            initial: .nanoseconds(1), factor: 1e9, maximum: .seconds(Int64.max))
        #expect(backoff.delay(afterAttempt: .max) == .seconds(Int64.max))
        let nothing = RetryPolicy.Backoff.exponential(initial: .zero, maximum: .seconds(1))
        #expect(nothing.delay(afterAttempt: .max) == .zero)
        #expect(RetryPolicy.Backoff.constant(.seconds(1)).delay(afterAttempt: .max) == .seconds(1))
    }

    @Test func theMaximumBoundsTheFirstWaitToo() {
        let backoff = RetryPolicy.Backoff.exponential(initial: .seconds(9), maximum: .seconds(2))
        #expect(backoff.delay(afterAttempt: 1) == .seconds(2))
    }

    // MARK: The operator

    /// A source that fails in its first attempts, one tick after each begins.
    private func failing(_ times: Int) -> (Observable<String>, TestableObservable<String>) {
        let bad = kit.cold("-#")
        let good = kit.cold("-a|")
        let left = Counter(times)
        return (.deferred { left.take() ? bad.asObservable() : good.asObservable() }, bad)
    }

    @Test func waitsBetweenTheAttempts() {
        let (source, bad) = failing(2)
        let policy = RetryPolicy.exponentialBackoff(attempts: 3, initial: .seconds(2), jitter: .none)
        let result = kit.record { source.retry(policy, scheduler: kit.scheduler) }
        expectMarbles(result, "---------a|")
        expectSubscriptions(bad, "^!", "---^!")
    }

    @Test func afterTheLastAttemptTheErrorPasses() {
        let source = kit.cold("1#")
        let policy = RetryPolicy.constantBackoff(attempts: 3, delay: .seconds(3))
        expectMarbles(kit.record { source.retry(policy, scheduler: kit.scheduler) }, "1---1---1#")
        expectSubscriptions(source, "^!", "----^!", "--------^!")
    }

    @Test func oneAttemptIsOne() {
        let source = kit.cold("-#")
        let policy = RetryPolicy.constantBackoff(attempts: 1, delay: .seconds(3))
        expectMarbles(kit.record { source.retry(policy, scheduler: kit.scheduler) }, "-#")
    }

    @Test func withoutAWaitTheAttemptsFollowAtOnce() {
        let source = kit.cold("-#")
        let policy = RetryPolicy.constantBackoff(attempts: 3, delay: .zero)
        expectMarbles(kit.record { source.retry(policy, scheduler: kit.scheduler) }, "---#")
    }

    @Test func errorsThatAreNotRetriedPassAtOnce() {
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

    @Test func noAttemptBeginsBehindTheLimit() {
        let source = kit.cold("-#")
        let policy = RetryPolicy.constantBackoff(attempts: 9, delay: .seconds(2)).within(.seconds(6))
        expectMarbles(kit.record { source.retry(policy, scheduler: kit.scheduler) }, "-------#")
        expectSubscriptions(source, "^!", "---^!", "------^!")
    }

    @Test func disposedWhileItWaitsNothingBegins() {
        let source = kit.cold("-#")
        let policy = RetryPolicy.constantBackoff(attempts: 3, delay: .seconds(5))
        expectMarbles(kit.record(disposedAt: 3) { source.retry(policy, scheduler: kit.scheduler) }, "---")
        expectSubscriptions(source, "^!")
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func eachSubscriberCountsForItself() {
        let source = kit.cold("-#")
        let retried = source.retry(.constantBackoff(attempts: 2, delay: .seconds(1)), scheduler: kit.scheduler)
        expectMarbles(kit.record { retried }, "---#")
        expectMarbles(kit.record { retried }, "------#")
    }

    // MARK: Jitter

    private func waits(_ jitter: RetryPolicy.Jitter) -> [Duration] {
        let seen = Journal()
        let policy = RetryPolicy.constantBackoff(attempts: 20, delay: .seconds(10), jitter: jitter)
            .onDecision { seen.append($0) }
        let kit = TestKit()
        _ = kit.record { kit.cold("#").retry(policy, scheduler: kit.scheduler) }
        return seen.decisions.compactMap { if case .retry(let delay) = $0.action { delay } else { nil } }
    }

    @Test func theSameSeedGivesTheSameWaits() {
        #expect(waits(.full(seed: 7)).count == 19)
        #expect(waits(.full(seed: 7)) == waits(.full(seed: 7)))
        #expect(waits(.full(seed: 7)) != waits(.full(seed: 8)))
        #expect(waits(.full) != waits(.full))
    }

    @Test func fullJitterSpreadsOverTheWholeWait() {
        let waits = waits(.full(seed: 1))
        #expect(waits.allSatisfy { $0 >= .zero && $0 <= .seconds(10) })
        #expect(waits.contains { $0 < .seconds(3) })
        #expect(waits.contains { $0 > .seconds(7) })
    }

    // MARK: Decisions

    @Test func everyDecisionIsSeen() {
        let seen = Journal()
        let source = kit.cold("-#", error: TestError("down"))
        let policy = RetryPolicy.constantBackoff(attempts: 2, delay: .milliseconds(500)).onDecision { seen.append($0) }
        _ = kit.record { source.retry(policy, scheduler: kit.scheduler) }
        #expect(
            seen.decisions.map(\.description) == [
                "attempt 1 of 2 failed, retrying in 0.500 s: \(TestError("down"))",
                "attempt 2 of 2 failed, no attempts left: \(TestError("down"))",
            ])
        #expect(seen.decisions.map(\.elapsed) == [.seconds(1), .milliseconds(2_500)])
    }

    @Test func theReasonForGivingUpIsTold() {
        let seen = Journal()
        let once = RetryPolicy.constantBackoff(attempts: 2, delay: .seconds(5)).onDecision { seen.append($0) }
        for policy in [once.within(.seconds(1)), once.retrying { _ in false }] {
            _ = kit.record { kit.cold("#").retry(policy, scheduler: kit.scheduler) }
        }
        #expect(seen.decisions.map(\.action) == [.giveUp(.limit), .giveUp(.error)])
        #expect(
            seen.decisions.map { $0.description.prefix { $0 != ":" } } == [
                "attempt 1 of 2 failed, the next attempt would exceed the time limit",
                "attempt 1 of 2 failed, the error is not retryable",
            ])
    }
}

private final class Counter: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var left: Int

    init(_ left: Int) {
        self.left = left
    }

    func take() -> Bool {
        lock.withLock {
            left -= 1
            return left >= 0
        }
    }
}

private final class Journal: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var all: [RetryDecision] = []

    var decisions: [RetryDecision] { lock.withLock { all } }

    func append(_ decision: RetryDecision) {
        lock.withLock { all.append(decision) }
    }
}
