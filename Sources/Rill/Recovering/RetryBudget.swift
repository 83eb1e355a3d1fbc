/// A token bucket that limits the number of retries across all streams and requests that share it.
///
///     let budget = RetryBudget(ratio: 0.1, minimumPerSecond: 1)
///     let policy = RetryPolicy.exponentialBackoff(attempts: 3).within(budget)
///
/// Without a budget, a policy of three attempts triples the load on a server that fails every request. With a budget,
/// each first attempt adds `ratio` of a token, and each retry takes one token. Independently of the load,
/// `minimumPerSecond` tokens are added per second, so that a client with few requests can retry them. A policy gives up
/// with ``RetryDecision/Reason/budget`` if no token is available.
///
/// The bucket starts full, and discards the tokens that exceed its capacity. In a period of `t` seconds with `n` first
/// attempts, at most `capacity + minimumPerSecond * t + ratio * n` retries start.
///
/// - SeeAlso: <https://finagle.github.io/blog/2016/02/08/retry-budgets>
public final class RetryBudget: @unchecked Sendable {  // the mutable state is guarded by `lock`
    private let ratio: Double
    private let minimumPerSecond: Double
    private let capacity: Double
    private let scheduler: any Scheduler
    private let lock = Lock()
    private var tokens: Double
    private var lastRefill: Duration

    /// Creates a full bucket.
    ///
    /// - Parameters:
    ///   - ratio: The number of retries permitted per first attempt, in addition to those permitted by the other two
    ///     parameters. Must not be negative. Defaults to 0.1.
    ///   - minimumPerSecond: The number of retries permitted per second, regardless of the number of first attempts. Must
    ///     not be negative. Defaults to 1.
    ///   - capacity: The maximum number of tokens, which is also the initial number. Must be at least 1. Defaults to 10.
    ///   - scheduler: The scheduler that measures time.
    public init(
        ratio: Double = 0.1, minimumPerSecond: Double = 1, capacity: Int = 10,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        precondition(
            ratio >= 0 && ratio.isFinite && minimumPerSecond >= 0 && minimumPerSecond.isFinite,
            "RetryBudget: ratio and minimumPerSecond must be finite and not negative, "
                + "got \(ratio) and \(minimumPerSecond)")
        precondition(capacity > 0, "RetryBudget: capacity must be at least 1, got \(capacity)")
        self.ratio = ratio
        self.minimumPerSecond = minimumPerSecond
        self.capacity = Double(capacity)
        self.scheduler = scheduler
        tokens = Double(capacity)
        lastRefill = scheduler.now
    }

    /// The number of retries that are currently permitted.
    public var balance: Int {
        refilled { Int(exactly: (tokens + Self.tolerance).rounded(.down)) ?? .max }
    }

    /// Adds a fraction of a token for a first attempt, in code that retries without a ``RetryPolicy``.
    public func deposit() {
        refilled { tokens = min(tokens + ratio, capacity) }
    }

    /// Takes a token for a retry, in code that retries without a ``RetryPolicy``.
    ///
    /// - Returns: `true` if a token was available; otherwise, `false`.
    public func withdraw() -> Bool {
        refilled {
            guard tokens + Self.tolerance >= 1 else { return false }
            tokens = max(tokens - 1, 0)
            return true
        }
    }

    /// Adds the tokens for the time that has passed since the last call, and calls a closure with the lock held.
    private func refilled<Result>(_ body: () -> Result) -> Result {
        let now = scheduler.now
        return lock.withLock {
            // Another thread may have read a later time.
            if now > lastRefill {
                tokens = min(tokens + minimumPerSecond * ((now - lastRefill) / .seconds(1)), capacity)
                lastRefill = now
            }
            return body()
        }
    }

    /// The fraction of a token that may be missing because of rounding.
    ///
    /// Adding 0.1 ten times, for example, yields less than 1.
    private static let tolerance = 1e-6
}
