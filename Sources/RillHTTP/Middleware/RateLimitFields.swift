internal import Foundation

/// The fields by which servers tell what is left of a rate limit.
package enum RateLimitFields {
    private static let rateLimit = HTTPField.Name(literal: "RateLimit")

    /// What is left, and when there is more: GitHub and most others, X, the IETF's earlier drafts, Qiita.
    private static let pairs = [
        (HTTPField.Name(literal: "X-RateLimit-Remaining"), HTTPField.Name(literal: "X-RateLimit-Reset")),
        (HTTPField.Name(literal: "X-Rate-Limit-Remaining"), HTTPField.Name(literal: "X-Rate-Limit-Reset")),
        (HTTPField.Name(literal: "RateLimit-Remaining"), HTTPField.Name(literal: "RateLimit-Reset")),
        (HTTPField.Name(literal: "Rate-Remaining"), HTTPField.Name(literal: "Rate-Reset")),
    ]

    /// Reads when the limits that are used up are reset.
    ///
    /// - Parameters:
    ///   - fields: The fields of an answer.
    ///   - isRefused: Whether the answer says by itself that a limit is used up, so that one of which it is not said how
    ///     much is left counts, too.
    /// - Returns: The resets, in no order; empty if no limit is used up.
    package static func resets(in fields: HTTPFields, isRefused: Bool) -> [ServerDemand.Moment] {
        var resets: [ServerDemand.Moment] = []
        for (remaining, reset) in pairs {
            // Several limits make a list.
            let left = fields[values: remaining].flatMap { $0.split(separator: ",") }
                .compactMap { ServerDemand.number($0.trimmed) }
            guard left.min().map({ $0 == 0 }) ?? isRefused else { continue }
            resets += fields[values: reset].flatMap(moments)
        }
        return resets + fields[values: rateLimit].flatMap { parse($0, isRefused: isRefused) }
    }

    /// Reads the field `RateLimit`, in the form of today (`"day";r=0;t=30, "hour";r=5;t=4`) and in that of earlier drafts
    /// (`limit=10, remaining=0, reset=30`).
    ///
    /// - Parameters:
    ///   - text: The value of the field.
    ///   - isRefused: Whether a limit of which it is not said how much is left counts as used up.
    /// - Returns: The resets of the limits that are used up.
    package static func parse(_ text: String, isRefused: Bool = false) -> [ServerDemand.Moment] {
        var resets: [ServerDemand.Moment] = []
        var shared = Limit()
        for item in split(text[...], at: ",") {
            var own = Limit()
            for part in split(item, at: ";") {
                guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")),
                    let number = ServerDemand.number(part[equals...].dropFirst().trimmed)
                else { continue }
                switch part[..<equals].trimmed {
                case "r": own.remaining = number
                case "t": own.reset = number
                case "remaining": shared.remaining = number
                case "reset": shared.reset = number
                default: break
                }
            }
            if let reset = own.reset, own.isUsedUp(isRefused) { resets.append(.after(reset)) }
        }
        if let reset = shared.reset, shared.isUsedUp(isRefused) { resets.append(.after(reset)) }
        return resets
    }

    private struct Limit {
        var remaining: Double?
        var reset: Double?

        func isUsedUp(_ isRefused: Bool) -> Bool { remaining.map { $0 == 0 } ?? isRefused }
    }

    /// The resets in a field that is about nothing else: seconds to wait, seconds or milliseconds since 1970, or a date.
    private static func moments(_ text: String) -> [ServerDemand.Moment] {
        if let date = HTTPDate.parse(text.trimmed) { return [.at(date)] }
        return text.split(separator: ",").compactMap { part in
            guard let number = ServerDemand.number(part.trimmed) else { return nil }
            // Nobody is asked to wait for three years, and 1973 is over: the numbers tell what they are.
            if number < 1e8 { return .after(number) }
            return .at(Date(timeIntervalSince1970: number < 1e11 ? number : number / 1_000))
        }
    }

    /// Splits a list at a character that does not stand in quotes.
    private static func split(_ text: Substring, at separator: Unicode.Scalar) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        var isEscaped = false
        for (place, byte) in zip(text.utf8.indices, text.utf8) {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), isQuoted {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: separator), !isQuoted {
                parts.append(text[start..<place])
                start = text.utf8.index(after: place)
            }
        }
        parts.append(text[start...])
        return parts
    }
}
