public import Rill

/// Lets only some exchanges run at once; the others wait, first come, first served.
///
///     let client = Client(baseURL: "https://qiita.com/api/v2", middleware: [ConcurrencyLimit(4)])
///
/// An exchange keeps its place until its body has ended or was given up. One that is disposed while it waits is gone from
/// the line.
///
/// Do not start an exchange out of the chunks of another and wait for it there: with as many as the limit of these, each
/// would wait for the others' places.
///
/// Copies of a value share their places.
///
/// ## Errors
/// ``TooManyWaitingError``, if there is a limit to that.
public struct ConcurrencyLimit: IdentifyingMiddleware {
    private let limiter: ConcurrencyLimiter
    private let target: LimitTarget

    /// Makes a limit.
    ///
    /// - Parameters:
    ///   - count: How many exchanges may run at once, one or more.
    ///   - target: Whether the exchanges with each server are counted for themselves.
    ///   - maxWaiting: How many requests may wait in one line; nil for any number.
    ///   - scheduler: Sends those that have waited.
    public init(
        _ count: Int, for target: LimitTarget = .eachHost, maxWaiting: Int? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        precondition(count > 0, "ConcurrencyLimit needs a limit of one or more, got \(count)")
        precondition(maxWaiting ?? 0 >= 0, "ConcurrencyLimit cannot let \(maxWaiting ?? 0) requests wait")
        limiter = ConcurrencyLimiter(limit: count, maxWaiting: maxWaiting, scheduler: scheduler)
        self.target = target
    }

    /// Sends the request when there is a place for it.
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
        return .using { [limiter] in
            limiter.makeTicket(for: key)
        } _: { [limiter] ticket in
            .create { observer in
                limiter.enter(ticket, observer)
                return .none
            }
            .concat(next(request, body))
        } release: { [limiter] ticket in
            limiter.leave(ticket)
        }
    }
}
