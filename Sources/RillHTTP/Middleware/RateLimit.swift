public import Rill

/// Sends requests at no more than a rate: a bucket of tokens, of which each request takes one.
///
///     RateLimit(60, per: .seconds(60))                // one each second, after a first burst of up to 60
///     RateLimit(60, per: .seconds(60), burst: 1)      // one each second from the beginning
///
/// In any such time there are at most `count` and `burst` requests together: for a service that counts strictly, name a
/// small burst.
///
/// The bucket begins full, and is refilled evenly. A request that finds it empty waits for its turn, first come, first
/// served; one that is disposed while it waits takes no token, and those behind it move up. Every attempt and every step
/// of a redirect takes a token, if the middleware that makes them stands further out.
///
/// Tokens are counted by the scheduler's clock. If its timer is late, the waiting requests are sent when it runs, as many
/// as there are tokens by then; a request that arrives meanwhile waits behind them.
///
/// Copies of a value share their buckets.
///
/// ## Errors
/// ``TooManyWaitingError``, if there is a limit to that.
public struct RateLimit: IdentifyingMiddleware {
    private let limiter: RateLimiter
    private let target: LimitTarget

    /// Makes a limit whose buckets are full.
    ///
    /// - Parameters:
    ///   - count: How many tokens are put in, one or more …
    ///   - period: … in this time, more than zero.
    ///   - burst: How many tokens a bucket holds, one or more; `count` if left out.
    ///   - target: Whether each server has a bucket of its own.
    ///   - maxWaiting: How many requests may wait at one bucket; nil for any number.
    ///   - scheduler: Tells the time, and sends those that have waited.
    public init(
        _ count: Int, per period: Duration, burst: Int? = nil, for target: LimitTarget = .eachHost,
        maxWaiting: Int? = nil, scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        let burst = burst ?? count
        precondition(count > 0 && period > .zero, "RateLimit needs a rate of more than zero, got \(count) in \(period)")
        precondition(burst > 0, "RateLimit needs a burst of one or more, got \(burst)")
        precondition(maxWaiting ?? 0 >= 0, "RateLimit cannot let \(maxWaiting ?? 0) requests wait")
        limiter = RateLimiter(
            TokenBucket(interval: period / count, burst: burst), maxWaiting: maxWaiting, scheduler: scheduler)
        self.target = target
    }

    /// Sends the request when there is a token for it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Its body.
    ///   - next: What lies further in.
    /// - Returns: The answer; where the request had to wait, from the scheduler on.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) -> Observable<TransportEvent> {
        let key = target.key(for: request)
        return .create { [limiter] observer in limiter.enter(key, observer) }.concat(next(request, body))
    }
}
