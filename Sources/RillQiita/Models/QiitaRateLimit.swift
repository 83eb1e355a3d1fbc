public import Foundation
public import RillHTTP

/// The state of the rate limit, from the header fields `Rate-Limit`, `Rate-Remaining` and `Rate-Reset`.
public struct QiitaRateLimit: Sendable, Hashable {
    /// The maximum number of requests per hour, or `nil` if the response omits it.
    public var limit: Int?

    /// The number of remaining requests, or `nil` if the response omits it.
    public var remaining: Int?

    /// The time when the rate limit resets, or `nil` if the response omits it.
    public var reset: Date?

    /// Creates a rate limit.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of requests per hour.
    ///   - remaining: The number of remaining requests.
    ///   - reset: The time when the rate limit resets.
    public init(limit: Int?, remaining: Int?, reset: Date?) {
        self.limit = limit
        self.remaining = remaining
        self.reset = reset
    }

    /// Creates a rate limit from the header fields of a response, or returns `nil` if none of the three is present as a
    /// number.
    ///
    /// - Parameter fields: The header fields.
    public init?(_ fields: HTTPFields) {
        func number(_ name: HTTPField.Name) -> Int? { fields[name].flatMap { Int($0) } }
        let seconds = number(HTTPField.Name(literal: "Rate-Reset"))
        self.init(
            limit: number(HTTPField.Name(literal: "Rate-Limit")),
            remaining: number(HTTPField.Name(literal: "Rate-Remaining")),
            reset: seconds.map { Date(timeIntervalSince1970: TimeInterval($0)) })
        if limit == nil, remaining == nil, reset == nil { return nil }
    }
}
