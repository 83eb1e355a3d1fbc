/// A policy that decides whether to retry after a failure, and after what delay.
///
///     let policy = RetryPolicy.exponentialBackoff(attempts: 5)
///         .retrying { ($0 as? APIError)?.status != .unauthorized }
///         .within(.seconds(60))
///         .onDecision { print($0) }      // attempt 1 of 5 failed, retrying in 0.310 s: …
///     tags.retry(policy)
///
/// A policy is a value: it can be used for any number of streams and requests, each of which counts its own attempts.
public struct RetryPolicy: Sendable {
    /// The maximum number of attempts, including the first.
    public let attempts: Int

    /// The delay between two attempts, before jitter is applied.
    public let backoff: Backoff

    /// The randomization of the delay.
    public let jitter: Jitter

    /// The time limit for starting an attempt, measured from the start of the first attempt.
    ///
    /// `nil` means no limit.
    public private(set) var limit: Duration?

    /// The budget that limits the retries of all streams and requests that share it.
    ///
    /// `nil` means no budget.
    public private(set) var budget: RetryBudget?

    private var isRetried: @Sendable (any Error) -> Bool = { !($0 is CancellationError) }
    private var observers: [@Sendable (RetryDecision) -> Void] = []

    /// Creates a policy that retries after every error except `CancellationError`.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts. Must be at least 1.
    ///   - backoff: The delay between two attempts.
    ///   - jitter: The randomization of the delay. Defaults to none.
    public init(attempts: Int, backoff: Backoff, jitter: Jitter = .none) {
        precondition(attempts > 0, "RetryPolicy: the number of attempts must be at least 1, got \(attempts)")
        self.attempts = attempts
        self.backoff = backoff
        self.jitter = jitter
    }

    /// Returns a policy whose delay doubles after each failure, by default with full jitter.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts. Must be at least 1.
    ///   - initial: The maximum delay after the first attempt. Defaults to 0.5 seconds.
    ///   - maximum: The maximum delay. Defaults to 30 seconds.
    ///   - jitter: The randomization of the delay. Defaults to full jitter, which prevents clients that failed at the
    ///     same time from retrying at the same time.
    public static func exponentialBackoff(
        attempts: Int, initial: Duration = .milliseconds(500), maximum: Duration = .seconds(30), jitter: Jitter = .full
    ) -> RetryPolicy {
        RetryPolicy(
            attempts: attempts, backoff: .exponential(initial: initial, factor: 2, maximum: maximum), jitter: jitter)
    }

    /// Returns a policy with a constant delay.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts. Must be at least 1.
    ///   - delay: The delay. A negative delay counts as zero.
    ///   - jitter: The randomization of the delay. Defaults to none.
    public static func constantBackoff(attempts: Int, delay: Duration, jitter: Jitter = .none) -> RetryPolicy {
        RetryPolicy(attempts: attempts, backoff: .constant(delay), jitter: jitter)
    }

    /// Returns a copy of this policy that retries only after errors that satisfy a predicate.
    ///
    /// - Parameter isRetried: A closure that returns whether to retry after an error. It applies in addition to
    ///   existing predicates.
    /// - Returns: A policy that gives up after any other error.
    public func retrying(_ isRetried: @escaping @Sendable (any Error) -> Bool) -> RetryPolicy {
        with { $0.isRetried = { [earlier = self.isRetried] in earlier($0) && isRetried($0) } }
    }

    /// Returns a copy of this policy with a time limit for starting an attempt.
    ///
    /// The limit does not interrupt a running attempt. To do that, apply `deadline(_:scheduler:)` after the retry.
    ///
    /// - Parameter limit: The time limit, measured from the start of the first attempt. If it is zero or negative, it has
    ///   elapsed, so there is only one attempt.
    /// - Returns: A policy that gives up if the next attempt would start after the limit.
    public func within(_ limit: Duration) -> RetryPolicy {
        with { $0.limit = limit }
    }

    /// Returns a copy of this policy with a budget, which limits the number of retries in relation to the number of
    /// first attempts.
    ///
    /// - Parameter budget: The budget. It applies to all streams and requests whose policies share it.
    /// - Returns: A policy that gives up if the budget is exhausted.
    public func within(_ budget: RetryBudget) -> RetryPolicy {
        with { $0.budget = budget }
    }

    /// Returns a copy of this policy that reports its decisions.
    ///
    /// - Parameter observer: A closure that receives each decision before it takes effect.
    /// - Returns: A policy that makes the same decisions.
    public func onDecision(_ observer: @escaping @Sendable (RetryDecision) -> Void) -> RetryPolicy {
        with { $0.observers.append(observer) }
    }

    private func with(_ change: (inout RetryPolicy) -> Void) -> RetryPolicy {
        var policy = self
        change(&policy)
        return policy
    }

    func retries(_ error: any Error) -> Bool { isRetried(error) }

    func announce(_ decision: RetryDecision) {
        for observer in observers { observer(decision) }
    }
}
