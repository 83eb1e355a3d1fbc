public import Rill
internal import RillHTTP

extension GitHubClient {
    /// Reads how many requests GitHub still answers; asking is free of charge.
    ///
    /// ## Errors
    /// `APIError`: with status 404 from an Enterprise Server without limits.
    ///
    /// - Returns: A cold `Observable<RateLimits>`: exactly one value, then completed.
    /// - SeeAlso: `GET /rate_limit`,
    ///   <https://docs.github.com/rest/rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user>, read 2026-11-21.
    public func rateLimit() -> Observable<RateLimits> {
        send(GetRateLimits())
    }
}
