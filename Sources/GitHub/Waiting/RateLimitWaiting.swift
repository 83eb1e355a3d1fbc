public import Foundation
public import Rill
public import RillHTTP

/// Waits when a rate limit of GitHub is exceeded, and asks again.
///
///     let client = GitHubClient(token: token, middleware: [ResponseCache(), RateLimitWaiting()])
///
/// ## What is tried again
/// An answer with status 403 or 429 that tells of a rate limit, whatever the method: such a request was not carried out.
/// No other 403, no other failure; for those there is `Retry`, which belongs further out. A 403 that comes when no requests
/// are left counts as one of the limit, whatever it says.
///
/// ## How long it waits
/// As long as `Retry-After` says; else until the reset of the primary limit that is used up, which is compared with the
/// `Date` of the same answer, so that clocks need not agree; else, as the secondary limit may say nothing, a minute after the
/// first refusal, and twice as long after each further one. A second at least.
///
/// ## When it gives up
/// When the attempts are used up, or GitHub demands more than the longest wait. The last answer is passed on as it came. A
/// time-out of the client or of the request counts the waits, too.
///
/// - SeeAlso: <https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api>, read 2026-11-21.
public struct RateLimitWaiting: IdentifyingMiddleware {
    private let retry: Retry

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - attempts: How often a request is sent in all, one or more.
    ///   - longestWait: The longest wait that GitHub can demand, zero or more; the hour of the primary limit unless changed.
    ///   - scheduler: Who waits, and where a request that has waited is sent again.
    ///   - now: The time of day, for answers that do not say what time it is.
    ///   - onDecision: Takes each decision before it is acted upon, to tell a person why it takes so long.
    public init(
        attempts: Int = 5, longestWait: Duration = .seconds(3_660),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(), now: @escaping @Sendable () -> Date = { Date() },
        onDecision: (@Sendable (RetryDecision) -> Void)? = nil
    ) {
        // What is demanded can be no wait at all, where a second has just ended.
        var policy = RetryPolicy(attempts: attempts, backoff: .constant(.seconds(1)))
            .retrying { ($0 as? APIError)?.stage == .status }
        if let onDecision { policy = policy.onDecision(onDecision) }
        var retry = Retry(policy, longestDemand: longestWait, scheduler: scheduler, now: now)
        retry.statuses = [.tooManyRequests]
        retry.isRepeatable = { _ in true }
        self.retry = retry
    }

    /// Makes the exchange of one request, in one attempt or several.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Its body, sent from its beginning in each attempt.
    ///   - next: What lies further in.
    /// - Returns: The events of the last attempt.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        .deferred { [retry] in
            let refusals = SecondaryRefusals()
            let marking = Next(attempt: next.attempt) { request, body, attempt in
                refusals.marking(next.attempt(attempt)(request, body))
            }
            return retry.intercept(request, body: body, next: marking).map { refusals.withoutMark($0) }
        }
    }
}
