public import RillHTTP

/// A middleware that limits the number of concurrent exchanges.
///
/// Requests that exceed the limit wait in a first-in, first-out queue.
///
///     let client = Client(baseURL: "https://qiita.com/api/v2", middleware: [ConcurrencyLimit(4)])
///
/// An exchange counts toward the limit until its body is complete or it is canceled. Disposing a waiting request
/// removes it from the queue.
///
/// Do not wait for another exchange while processing the chunks of an exchange: if all running exchanges do so, they
/// deadlock.
///
/// Copies of the middleware share the limit and the queue.
///
/// With an ``AdaptiveLimit``, the limit adapts to the capacity of the server:
///
///     ConcurrencyLimit(.adaptive(latencyThreshold: .seconds(1)))
///
/// ## Errors
/// ``QueueFullError``, if `maxWaiting` is set and exceeded.
public struct ConcurrencyLimit: Middleware {
    private let limiter: ConcurrencyLimiter
    private let target: LimitTarget

    /// Creates a concurrency limit.
    ///
    /// - Parameters:
    ///   - count: The maximum number of concurrent exchanges. Must be at least 1.
    ///   - target: Whether the limit applies to each host or to all hosts together. Defaults to each host.
    ///   - maxWaiting: The maximum number of waiting requests per queue. Defaults to `nil`, which means no limit.
    ///   - scheduler: The scheduler that sends requests that had to wait.
    public init(
        _ count: Int, for target: LimitTarget = .eachHost, maxWaiting: Int? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        precondition(count > 0, "ConcurrencyLimit: count must be at least 1, got \(count)")
        self.init(count, nil, target, maxWaiting, scheduler)
    }

    /// Creates an adaptive concurrency limit.
    ///
    /// - Parameters:
    ///   - limit: The algorithm that determines the limit.
    ///   - target: Whether the limit applies to each host or to all hosts together. Defaults to each host.
    ///   - maxWaiting: The maximum number of waiting requests per queue. Defaults to `nil`, which means no limit.
    ///   - scheduler: The scheduler that measures latencies and sends requests that had to wait.
    public init(
        _ limit: AdaptiveLimit, for target: LimitTarget = .eachHost, maxWaiting: Int? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        self.init(limit.initial, limit, target, maxWaiting, scheduler)
    }

    private init(
        _ count: Int, _ adaptive: AdaptiveLimit?, _ target: LimitTarget, _ maxWaiting: Int?, _ scheduler: any Scheduler
    ) {
        precondition(maxWaiting ?? 0 >= 0, "ConcurrencyLimit: maxWaiting must not be negative, got \(maxWaiting ?? 0)")
        limiter = ConcurrencyLimiter(limit: count, adaptive: adaptive, maxWaiting: maxWaiting, scheduler: scheduler)
        self.target = target
    }

    /// Sends the request when fewer exchanges than the limit are running.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the exchange. If the request had to wait, it is sent on the scheduler.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        let key = target.key(for: request)
        return .using {
            ConcurrencyLimiter.Ticket(key)
        } _: { [limiter] ticket in
            // The client delivers the response with the end, and the subscriber can then send the next request.
            let events = (limiter.adaptive == nil ? next(request, body) : measured(next(request, body), ticket))
                .do(onError: { _ in limiter.release(ticket, hasEnded: true) })
                .concat(
                    Observable.deferred {
                        limiter.release(ticket, hasEnded: true)
                        return .empty()
                    })
            if limiter.start(ticket) { return events }
            return .create { observer in
                limiter.acquire(ticket, observer)
                return .none
            }
            .concat(events)
        } release: { [limiter] ticket in
            limiter.release(ticket)
        }
    }

    /// Returns the current limit of a host, or `nil` if no request has been sent to it.
    func currentLimit(of key: String) -> Int? { limiter.currentLimit(of: key) }

    /// Reports the latency and the outcome of an exchange to the limiter.
    private func measured(
        _ events: Observable<TransportEvent>, _ ticket: ConcurrencyLimiter.Ticket
    ) -> Observable<TransportEvent> {
        events
            .onSending { [limiter] in limiter.begin(ticket) }
            .do(
                onNext: { [limiter] event in
                    guard case .head(let head) = event, let adaptive = limiter.adaptive else { return }
                    limiter.record(ticket, isFailure: adaptive.statuses.contains(head.status))
                },
                onError: { [limiter] error in
                    if error.isServerFailure { limiter.record(ticket, isFailure: true) }
                })
    }
}
