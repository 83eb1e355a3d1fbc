public import RillHTTP

/// A middleware that limits the rate of requests with a token bucket.
///
///     RateLimit(60, per: .seconds(60))                // one per second, after an initial burst of up to 60
///     RateLimit(60, per: .seconds(60), burst: 1)      // one per second from the start
///
/// At most `count + burst` requests are sent in any `period`. For a service that counts strictly, use a small burst.
///
/// The bucket starts full and is refilled evenly. A request that finds it empty waits in a first-in, first-out queue. A
/// waiting request that is disposed takes no token, and the requests behind it move up in the queue. Each retry and
/// each redirect takes a token if ``/RillHTTP/Retry`` or ``/RillHTTP/FollowRedirects`` is outside this middleware.
///
/// Tokens are counted on the scheduler's clock. If its timer fires late, every waiting request for which a token has
/// become available is sent at once. Requests that arrive in the meantime are queued behind them.
///
/// Copies of the middleware share the buckets.
///
/// ## Errors
/// ``QueueFullError``, if `maxWaiting` is set and exceeded.
public struct RateLimit: Middleware {
    private let limiter: RateLimiter
    private let target: LimitTarget

    /// Creates a rate limit with full buckets.
    ///
    /// - Parameters:
    ///   - count: The number of tokens added per period. Must be at least 1.
    ///   - period: The period. Must be greater than zero.
    ///   - burst: The capacity of a bucket. Must be at least 1. Defaults to `count`.
    ///   - target: Whether each host has its own bucket or all hosts share one. Defaults to each host.
    ///   - maxWaiting: The maximum number of waiting requests per bucket. Defaults to `nil`, which means no limit.
    ///   - scheduler: The scheduler that measures time and sends requests that had to wait.
    public init(
        _ count: Int, per period: Duration, burst: Int? = nil, for target: LimitTarget = .eachHost,
        maxWaiting: Int? = nil, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        let burst = burst ?? count
        precondition(
            count > 0 && period > .zero,
            "RateLimit: count and period must be greater than zero, got \(count) per \(period)")
        precondition(burst > 0, "RateLimit: burst must be at least 1, got \(burst)")
        precondition(maxWaiting ?? 0 >= 0, "RateLimit: maxWaiting must not be negative, got \(maxWaiting ?? 0)")
        limiter = RateLimiter(
            TokenBucket(interval: period / count, burst: burst), maxWaiting: maxWaiting, scheduler: scheduler)
        self.target = target
    }

    /// Sends the request when a token is available.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the exchange. If the request had to wait, it is sent on the scheduler.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        let key = target.key(for: request)
        return .create { [limiter] observer in limiter.acquire(key, observer) }.concat(next(request, body))
    }
}
