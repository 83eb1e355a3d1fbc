package import Foundation

/// How long a server wants to be left in peace, by the fields of its answer.
///
/// - SeeAlso: RFC 9110, 10.2.3 (Retry-After); draft-ietf-httpapi-ratelimit-headers (RateLimit).
package enum ServerDemand {
    /// Reads how long to wait after an answer.
    ///
    /// - Parameters:
    ///   - head: The answer.
    ///   - now: The time of day, asked for where a date is named and the answer has no `Date`.
    /// - Returns: Zero or more, and ten years at most: by `Retry-After` if there is one that can be read, else until the
    ///   reset of the rate limits that are used up; nil if neither says anything.
    package static func wait(in head: HTTPResponse, now: () -> Date) -> Duration? {
        let fields = head.headerFields
        let present = fields[values: .date].lazy.compactMap { HTTPDate.parse($0) }.first
        // Several clocks are read from one answer: all by the same time.
        let moments = fields[values: .retryAfter].compactMap { RetryAfter.parse($0) }
        if let longest = longest(moments, present, now) { return longest }
        return longest(RateLimitFields.resets(in: fields, isRefused: head.status == .tooManyRequests), present, now)
    }

    private static func longest(_ moments: [Moment], _ present: Date?, _ now: () -> Date) -> Duration? {
        guard !moments.isEmpty else { return nil }
        let present = present ?? now()
        return moments.map { $0.wait(from: present) }.max()
    }

    /// When to come again.
    package enum Moment: Hashable, Sendable {
        /// So many seconds after the answer.
        case after(Double)

        /// At a time of day.
        case at(Date)

        func wait(from present: Date) -> Duration {
            let seconds =
                switch self {
                case .after(let seconds): seconds
                case .at(let date): date.timeIntervalSince(present)
                }
            // Written so that what is not a number is none either.
            guard seconds > 0 else { return .zero }
            return .seconds(min(seconds, 315_576_000))
        }
    }

    /// Reads a number that is not negative, with or without a fraction: `30`, `0.5`.
    static func number(_ text: some StringProtocol) -> Double? {
        var digits = 0
        var value = 0.0
        var scale = 0.0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                value = value * 10 + Double(byte - UInt8(ascii: "0"))
                scale *= 10
            case UInt8(ascii: ".") where digits > 0 && scale == 0: scale = 1
            default: return nil
            }
            // No number that means anything is longer, and none overflows.
            if digits > 30 { return nil }
        }
        guard digits > 0, scale != 1 else { return nil }
        return scale > 0 ? value / scale : value
    }
}

/// The field `Retry-After`.
package enum RetryAfter {
    /// Reads the field.
    ///
    /// - Parameter text: Seconds or a date.
    /// - Returns: When to come again; nil if it says nothing that is known.
    package static func parse(_ text: String) -> ServerDemand.Moment? {
        let text = text.trimmed
        return ServerDemand.number(text).map { .after($0) } ?? HTTPDate.parse(text).map { .at($0) }
    }
}

extension StringProtocol {
    /// The text without the spaces and tabs around it.
    var trimmed: Substring {
        let isSpace = { (byte: UInt8?) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        var rest = Substring(self).utf8
        while isSpace(rest.first) { rest.removeFirst() }
        while isSpace(rest.last) { rest.removeLast() }
        return Substring(rest)
    }
}
