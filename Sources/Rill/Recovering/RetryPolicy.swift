/// Whether to try again after a failure, and how long to wait before.
///
///     let policy = RetryPolicy.exponentialBackoff(attempts: 5)
///         .retrying { ($0 as? APIError)?.status != .unauthorized }
///         .within(.seconds(60))
///         .onDecision { print($0) }      // attempt 1 of 5 failed, trying again after 0.31 seconds: …
///     tags.retry(policy)
///
/// A value: the same policy can serve any number of streams and requests, and each of them counts for itself.
public struct RetryPolicy: Sendable {
    /// How many attempts there are in all.
    public let attempts: Int

    /// How long to wait between two attempts, before jitter.
    public let backoff: Backoff

    /// How much of that to leave to chance.
    public let jitter: Jitter

    /// For how long attempts may begin, counted from the beginning of the first; nil for ever.
    public private(set) var limit: Duration?

    private var isRetried: @Sendable (any Error) -> Bool = { !($0 is CancellationError) }
    private var observers: [@Sendable (RetryDecision) -> Void] = []

    /// Makes a policy that tries again after every error but a `CancellationError`.
    ///
    /// - Parameters:
    ///   - attempts: How many in all, one or more.
    ///   - backoff: How long to wait between two.
    ///   - jitter: How much of that to leave to chance.
    public init(attempts: Int, backoff: Backoff, jitter: Jitter = .none) {
        precondition(attempts > 0, "a RetryPolicy counts attempts and needs one or more, got \(attempts)")
        self.attempts = attempts
        self.backoff = backoff
        self.jitter = jitter
    }

    /// Waits twice as long each time, and leaves it to chance how much of that.
    ///
    /// - Parameters:
    ///   - attempts: How many in all, one or more.
    ///   - initial: The longest wait after the first attempt.
    ///   - maximum: The longest wait of all.
    ///   - jitter: How much to leave to chance; all of it by default, so that many who fail together do not come again
    ///     together.
    /// - Returns: The policy.
    public static func exponentialBackoff(
        attempts: Int, initial: Duration = .milliseconds(500), maximum: Duration = .seconds(30), jitter: Jitter = .full
    ) -> RetryPolicy {
        RetryPolicy(
            attempts: attempts, backoff: .exponential(initial: initial, factor: 2, maximum: maximum), jitter: jitter)
    }

    /// Waits the same time after each failure.
    ///
    /// - Parameters:
    ///   - attempts: How many in all, one or more.
    ///   - delay: How long to wait, zero or more.
    ///   - jitter: How much of that to leave to chance.
    /// - Returns: The policy.
    public static func constantBackoff(
        attempts: Int, delay: Duration, jitter: Jitter = .none
    ) -> RetryPolicy {
        RetryPolicy(attempts: attempts, backoff: .constant(delay), jitter: jitter)
    }

    /// The same policy for some errors alone.
    ///
    /// - Parameter isRetried: Whether to try again after an error; asked besides those that are there already.
    /// - Returns: A policy that gives up at once after the others.
    public func retrying(_ isRetried: @escaping @Sendable (any Error) -> Bool) -> RetryPolicy {
        var policy = self
        policy.isRetried = { [earlier = self.isRetried] in earlier($0) && isRetried($0) }
        return policy
    }

    /// The same policy with a bound on the time in which attempts begin.
    ///
    /// An attempt that is running is not cut short: for that, put `deadline(_:scheduler:)` behind the retry.
    ///
    /// - Parameter limit: The time from the beginning of the first attempt, zero or more.
    /// - Returns: A policy that gives up rather than wait beyond the limit.
    public func within(_ limit: Duration) -> RetryPolicy {
        precondition(limit >= .zero, "a RetryPolicy needs a limit of zero or more, got \(limit)")
        var policy = self
        policy.limit = limit
        return policy
    }

    /// The same policy, watched.
    ///
    /// - Parameter observer: Takes each decision, before it is acted upon.
    /// - Returns: A policy that decides the same.
    public func onDecision(_ observer: @escaping @Sendable (RetryDecision) -> Void) -> RetryPolicy {
        var policy = self
        policy.observers.append(observer)
        return policy
    }

    func retries(_ error: any Error) -> Bool { isRetried(error) }

    func announce(_ decision: RetryDecision) {
        for observer in observers { observer(decision) }
    }
}
