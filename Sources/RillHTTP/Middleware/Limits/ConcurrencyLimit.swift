public import Rill

/// A middleware that limits the number of concurrent exchanges.
///
/// Requests that exceed the limit wait in a first-in, first-out queue.
///
///     let client = Client(baseURL: "https://qiita.com/api/v2", middleware: [ConcurrencyLimit(4)])
///
/// An exchange counts toward the limit until its body is complete or it is canceled. Disposing a waiting request removes
/// it from the queue.
///
/// Do not wait for another exchange while processing the chunks of an exchange: if all running exchanges do so, they
/// deadlock.
///
/// Copies of a value share the limit and the queue.
///
/// ## Errors
/// ``QueueFullError``, if `maxWaiting` is set and exceeded.
public struct ConcurrencyLimit: IdentifyingMiddleware {
    private let limiter: ConcurrencyLimiter
    private let target: LimitTarget

    /// Creates a concurrency limit.
    ///
    /// - Parameters:
    ///   - count: The maximum number of concurrent exchanges. Must be at least 1.
    ///   - target: Whether the limit applies to each host separately. Defaults to each host.
    ///   - maxWaiting: The maximum number of waiting requests per queue. Defaults to `nil`, which means no limit.
    ///   - scheduler: The scheduler that sends requests that had to wait.
    public init(
        _ count: Int, for target: LimitTarget = .eachHost, maxWaiting: Int? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        precondition(count > 0, "ConcurrencyLimit requires a limit of at least 1, got \(count)")
        precondition(
            maxWaiting ?? 0 >= 0, "ConcurrencyLimit requires maxWaiting to be at least 0, got \(maxWaiting ?? 0)")
        limiter = ConcurrencyLimiter(limit: count, maxWaiting: maxWaiting, scheduler: scheduler)
        self.target = target
    }

    /// Sends the request when fewer exchanges than the limit are running.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the exchange. If the request had to wait, it is sent on the scheduler.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) -> Observable<TransportEvent> {
        let key = target.key(for: request)
        return .using { [limiter] in
            limiter.makeTicket(for: key)
        } _: { [limiter] ticket in
            .create { observer in
                limiter.acquire(ticket, observer)
                return .none
            }
            .concat(next(request, body))
        } release: { [limiter] ticket in
            limiter.release(ticket)
        }
    }
}
