public import Foundation
public import RillHTTP

/// How many requests Qiita still answers, and until when: the fields `Rate-Limit`, `Rate-Remaining`, `Rate-Reset`.
public struct RateLimit: Sendable, Hashable {
    /// How many requests are allowed in an hour; nil if the answer did not say.
    public var limit: Int?

    /// How many are left; nil if the answer did not say.
    public var remaining: Int?

    /// When the count starts anew; nil if the answer did not say.
    public var reset: Date?

    /// Creates a rate limit.
    ///
    /// - Parameters:
    ///   - limit: How many requests are allowed in an hour.
    ///   - remaining: How many are left.
    ///   - reset: When the count starts anew.
    public init(limit: Int?, remaining: Int?, reset: Date?) {
        self.limit = limit
        self.remaining = remaining
        self.reset = reset
    }

    /// Reads the fields of an answer.
    ///
    /// - Parameter fields: The header fields. The result is nil if none of the three is there as a number.
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
