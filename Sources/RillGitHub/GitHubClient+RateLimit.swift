public import Rill
internal import RillHTTP

extension GitHubClient {
    /// Returns the current rate limits.
    ///
    /// The request does not count against them.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if rate limiting is disabled on an Enterprise Server.
    ///
    /// - Returns: A cold `Observable<RateLimits>` that emits one value and then completes.
    /// - SeeAlso: `GET /rate_limit`,
    ///   <https://docs.github.com/rest/rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user>, read 2026-11-21.
    public func rateLimit() -> Observable<RateLimits> {
        send(GetRateLimits())
    }
}
