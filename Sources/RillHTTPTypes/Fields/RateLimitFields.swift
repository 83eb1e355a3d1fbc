internal import Foundation

/// The header fields in which servers report the state of their rate limits.
package enum RateLimitFields {
    /// The fields for the remaining requests and for the reset time: GitHub and most others, X, earlier IETF drafts,
    /// Qiita.
    private static let pairs: [(remaining: HTTPField.Name, reset: HTTPField.Name)] = [
        ("X-RateLimit-Remaining", "X-RateLimit-Reset"), ("X-Rate-Limit-Remaining", "X-Rate-Limit-Reset"),
        ("RateLimit-Remaining", "RateLimit-Reset"), ("Rate-Remaining", "Rate-Reset"),
    ]

    /// Returns the reset times of the exhausted rate limits.
    ///
    /// - Parameters:
    ///   - fields: The header fields of a response.
    ///   - isLimitExceeded: Whether the status of the response means that a limit is exhausted. If so, a limit without
    ///     a remaining count also counts as exhausted.
    /// - Returns: The reset times in no particular order. Empty if no limit is exhausted.
    package static func resets(in fields: HTTPFields, isLimitExceeded: Bool) -> [ServerDelay.Moment] {
        var resets: [ServerDelay.Moment] = []
        for (remaining, reset) in pairs {
            // A service with several limits sends a list of counts.
            let left = fields[values: remaining].flatMap { $0.split(separator: ",") }
                .compactMap { ServerDelay.number($0.trimmed) }
            guard left.min().map({ $0 == 0 }) ?? isLimitExceeded else { continue }
            resets += fields[values: reset].flatMap(moments)
        }
        return resets + fields[values: "RateLimit"].flatMap { parse($0, isLimitExceeded: isLimitExceeded) }
    }

    /// Parses the `RateLimit` header field in its current format (`"day";r=0;t=30, "hour";r=5;t=4`) and in the format
    /// of earlier drafts (`limit=10, remaining=0, reset=30`).
    ///
    /// - Parameters:
    ///   - text: The value of the header field.
    ///   - isLimitExceeded: Whether a limit without a remaining count counts as exhausted. Defaults to `false`.
    /// - Returns: The reset times of the exhausted limits.
    package static func parse(_ text: String, isLimitExceeded: Bool = false) -> [ServerDelay.Moment] {
        var resets: [ServerDelay.Moment] = []
        var shared = Limit()
        for item in FieldText.split(text[...], at: ",") {
            var own = Limit()
            for part in FieldText.split(item, at: ";") {
                guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")),
                    let number = ServerDelay.number(part[equals...].dropFirst().trimmed)
                else { continue }
                switch part[..<equals].trimmed {
                case "r": own.remaining = number
                case "t": own.reset = number
                case "remaining": shared.remaining = number
                case "reset": shared.reset = number
                default: break
                }
            }
            if let reset = own.reset, own.isExhausted(isLimitExceeded) { resets.append(.after(reset)) }
        }
        if let reset = shared.reset, shared.isExhausted(isLimitExceeded) { resets.append(.after(reset)) }
        return resets
    }

    private struct Limit {
        var remaining: Double?
        var reset: Double?

        func isExhausted(_ isLimitExceeded: Bool) -> Bool { remaining.map { $0 == 0 } ?? isLimitExceeded }
    }

    /// Parses a reset field: a delay in seconds, a Unix time in seconds or milliseconds, or a date.
    private static func moments(_ text: String) -> [ServerDelay.Moment] {
        if let date = HTTPDate.parse(text.trimmed) { return [.at(date)] }
        return text.split(separator: ",").compactMap { part in
            guard let number = ServerDelay.number(part.trimmed) else { return nil }
            // The magnitude determines the unit: delays are shorter than three years, and Unix times are after 1973.
            if number < 1e8 { return .after(number) }
            return .at(Date(timeIntervalSince1970: number < 1e11 ? number : number / 1_000))
        }
    }
}
