public import Foundation
public import RillHTTP

/// Waits when a GitHub rate limit is exceeded, and then retries the request.
///
///     let client = GitHubClient(token: token, middleware: [RateLimitWaiting()])
///
/// ## Retried responses
/// Responses with status 403 or 429 that indicate an exceeded rate limit, for any method, because GitHub has not
/// processed such a request. Other 403 responses and other failures are not retried. For those, add `Retry` as an outer
/// middleware. A 403 without remaining requests always counts as an exceeded rate limit.
///
/// ## Delay
/// The delay comes from `Retry-After` if present. Otherwise, it is the time until an exhausted primary limit resets,
/// relative to the `Date` of the same response, so the local clock has no effect. Otherwise, because a secondary limit
/// may not specify a delay, it is one minute after the first rejection and doubles after each further one. The minimum
/// is one second.
///
/// ## Giving up
/// The middleware gives up when the maximum number of attempts is reached or GitHub requires a longer wait than
/// `maximumWait`. It then forwards the last response unchanged. Timeouts of the client or of the request include the
/// waiting time.
///
/// - SeeAlso: <https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api>, read 2026-11-21.
public struct RateLimitWaiting: Middleware {
    private let retry: Retry

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts. Must be at least 1. Defaults to 5.
    ///   - maximumWait: The maximum wait that GitHub may require. Must not be negative. Defaults to 61 minutes, which
    ///     covers the primary limit's window of one hour.
    ///   - scheduler: The scheduler used for the delays and the retries.
    ///   - onDecision: A closure that is called with each retry decision before the delay, for example to inform the
    ///     user.
    ///   - now: A closure that returns the current date, used for responses without a `Date` header field.
    public init(
        attempts: Int = 5, maximumWait: Duration = .seconds(3_660),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        onDecision: (@Sendable (RetryDecision) -> Void)? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        // The required wait can be zero if the limit has just been reset, so the policy waits at least one second.
        var policy = RetryPolicy(attempts: attempts, backoff: .constant(.seconds(1)))
            .retrying { ($0 as? APIError)?.stage == .status }
        if let onDecision { policy = policy.onDecision(onDecision) }
        var retry = Retry(policy, maximumRetryAfter: maximumWait, scheduler: scheduler, now: now)
        retry.statuses = [.tooManyRequests]
        retry.isRepeatable = { _ in true }
        self.retry = retry
    }

    /// Sends a request in one or more attempts.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - body: The request body, sent from its beginning in each attempt.
    ///   - next: The inner middleware.
    /// - Returns: The events of the last attempt.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        .deferred { [retry] in
            let detector = SecondaryLimitDetector()
            return retry.intercept(request, body: body, next: next.transformingEvents { detector.addingRetryAfter($0) })
                .map { detector.removingRetryAfter($0) }
        }
    }
}
