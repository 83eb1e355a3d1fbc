public import RillHTTP

/// Gets all rate limits without counting against them: `GET /rate_limit`.
///
/// - SeeAlso: <https://docs.github.com/rest/rate-limit/rate-limit#get-rate-limit-status-for-the-authenticated-user>, read 2026-11-21.
public struct GetRateLimits: Request, Hashable {
    /// All rate limits.
    public typealias Response = RateLimits

    /// Creates a request.
    public init() {}

    /// `/rate_limit`.
    public var path: URLPath { "/rate_limit" }

    /// Decodes the rate limits from the body.
    public var parser: ResponseParser<RateLimits> { .json.validateJSON() }
}
