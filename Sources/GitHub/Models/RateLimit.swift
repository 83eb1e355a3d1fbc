public import Foundation
public import RillHTTP

/// How many requests of a kind GitHub still answers, and until when: its primary rate limit.
///
/// It stands in the fields `x-ratelimit-…` of nearly every answer, and in the answer to ``GetRateLimits``.
///
/// - SeeAlso: <https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api>, read 2026-11-21.
public struct RateLimit: Sendable, Hashable {
    /// How many requests are allowed until the count starts anew; nil if the answer did not say.
    public var limit: Int?

    /// How many are left; nil if the answer did not say.
    public var remaining: Int?

    /// How many have been made; nil if the answer did not say.
    public var used: Int?

    /// When the count starts anew, by GitHub's clock; nil if the answer did not say.
    public var reset: Date?

    /// What is counted: `search`, or `core` for most requests; nil if the answer did not say.
    public var resource: String?

    /// Creates a rate limit.
    ///
    /// - Parameters:
    ///   - limit: How many requests are allowed.
    ///   - remaining: How many are left.
    ///   - used: How many have been made.
    ///   - reset: When the count starts anew.
    ///   - resource: What is counted.
    public init(limit: Int?, remaining: Int?, used: Int? = nil, reset: Date?, resource: String? = nil) {
        self.limit = limit
        self.remaining = remaining
        self.used = used
        self.reset = reset
        self.resource = resource
    }

    /// Reads the fields of an answer.
    ///
    /// - Parameter fields: The header fields. The result is nil if none of the numbers is there.
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

extension RateLimit: Codable {
    private enum CodingKeys: String, CodingKey {
        case limit
        case remaining
        case used
        case reset
        case resource
    }

    /// Reads a rate limit, whose reset is a number of seconds whatever the decoder's way to read dates.
    ///
    /// - Parameter decoder: Holds the object.
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        limit = try container.decodeIfPresent(Int.self, forKey: .limit)
        remaining = try container.decodeIfPresent(Int.self, forKey: .remaining)
        used = try container.decodeIfPresent(Int.self, forKey: .used)
        reset = try container.decodeIfPresent(Int.self, forKey: .reset)
            .map { Date(timeIntervalSince1970: TimeInterval($0)) }
        resource = try container.decodeIfPresent(String.self, forKey: .resource)
    }

    /// Writes a rate limit, with its reset in seconds.
    ///
    /// - Parameter encoder: Takes the object.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(limit, forKey: .limit)
        try container.encodeIfPresent(remaining, forKey: .remaining)
        try container.encodeIfPresent(used, forKey: .used)
        try container.encodeIfPresent(reset?.timeIntervalSince1970, forKey: .reset)
        try container.encodeIfPresent(resource, forKey: .resource)
    }
}
