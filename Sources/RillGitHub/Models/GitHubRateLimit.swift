public import Foundation
public import RillHTTP

/// The state of a primary rate limit.
///
/// It is decoded from the `x-ratelimit-…` header fields, which most responses have, and from the response to
/// ``GetRateLimits``.
///
/// - SeeAlso: <https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api>, read 2026-11-21.
public struct GitHubRateLimit: Sendable, Hashable {
    /// The maximum number of requests per rate limit window, or `nil` if the response omits it.
    public var limit: Int?

    /// The number of remaining requests, or `nil` if the response omits it.
    public var remaining: Int?

    /// The number of requests made in the current window, or `nil` if the response omits it.
    public var used: Int?

    /// The time when the current window resets, according to GitHub's clock, or `nil` if the response omits it.
    public var reset: Date?

    /// The resource that the limit applies to, or `nil` if the response omits it.
    ///
    /// The value is `search` for searches and `core` for most other requests.
    public var resource: String?

    /// Creates a rate limit.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of requests per window.
    ///   - remaining: The number of remaining requests.
    ///   - used: The number of requests made in the current window.
    ///   - reset: The time when the current window resets.
    ///   - resource: The resource that the limit applies to.
    public init(limit: Int?, remaining: Int?, used: Int? = nil, reset: Date?, resource: String? = nil) {
        self.limit = limit
        self.remaining = remaining
        self.used = used
        self.reset = reset
        self.resource = resource
    }

    /// Creates a rate limit from the header fields of a response, or returns `nil` if all of its numbers are missing.
    ///
    /// - Parameter fields: The header fields.
    public init?(_ fields: HTTPFields) {
        func number(_ name: HTTPField.Name) -> Int? { fields[name].flatMap { Int($0) } }
        self.init(
            limit: number(HTTPField.Name(literal: "X-RateLimit-Limit")),
            remaining: number(HTTPField.Name(literal: "X-RateLimit-Remaining")),
            used: number(HTTPField.Name(literal: "X-RateLimit-Used")),
            reset: number(HTTPField.Name(literal: "X-RateLimit-Reset"))
                .map { Date(timeIntervalSince1970: TimeInterval($0)) },
            resource: fields[HTTPField.Name(literal: "X-RateLimit-Resource")])
        if limit == nil, remaining == nil, used == nil, reset == nil { return nil }
    }
}

extension GitHubRateLimit: Codable {
    private enum CodingKeys: String, CodingKey {
        case limit
        case remaining
        case used
        case reset
        case resource
    }

    /// Decodes a rate limit.
    ///
    /// The reset time is in Unix seconds regardless of the decoder's date strategy.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: Any error thrown by the decoder.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        limit = try container.decodeIfPresent(Int.self, forKey: .limit)
        remaining = try container.decodeIfPresent(Int.self, forKey: .remaining)
        used = try container.decodeIfPresent(Int.self, forKey: .used)
        reset = try container.decodeIfPresent(Int.self, forKey: .reset)
            .map { Date(timeIntervalSince1970: TimeInterval($0)) }
        resource = try container.decodeIfPresent(String.self, forKey: .resource)
    }

    /// Encodes a rate limit with the reset time in Unix seconds.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(limit, forKey: .limit)
        try container.encodeIfPresent(remaining, forKey: .remaining)
        try container.encodeIfPresent(used, forKey: .used)
        try container.encodeIfPresent(reset?.timeIntervalSince1970, forKey: .reset)
        try container.encodeIfPresent(resource, forKey: .resource)
    }
}
