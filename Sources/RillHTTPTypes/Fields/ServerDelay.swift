public import Foundation

extension HTTPResponse {
    /// Returns the delay that the server requests before the next request.
    ///
    /// - Parameter now: The current date, if the response names a date but has no valid `Date` field. Defaults to the system's.
    /// - Returns: The delay, between zero and ten years: from `Retry-After` if it is valid, otherwise until the reset
    ///   of the exhausted rate limits. `nil` if the response requests no delay.
    /// - SeeAlso: RFC 9110, 10.2.3 (Retry-After); draft-ietf-httpapi-ratelimit-headers (RateLimit).
    public func serverDelay(at now: @autoclosure () -> Date = Date()) -> Duration? {
        var moments = headerFields[values: .retryAfter].compactMap { ServerDelay.retryAfter($0) }
        if moments.isEmpty {
            moments = RateLimitFields.resets(in: headerFields, isLimitExceeded: status == .tooManyRequests)
        }
        guard !moments.isEmpty else { return nil }
        // All dates of one response are compared with the same current date.
        let present = headerFields[values: .date].lazy.compactMap { HTTPDate.parse($0) }.first ?? now()
        return moments.map { $0.wait(from: present) }.max()
    }
}

/// The parts of the header fields that request a delay.
package enum ServerDelay {
    /// The time at which a request can be sent again.
    package enum Moment: Hashable, Sendable {
        /// After a number of seconds, counted from the response.
        case after(Double)

        /// At a date.
        case at(Date)

        func wait(from present: Date) -> Duration {
            let seconds =
                switch self {
                case .after(let seconds): seconds
                case .at(let date): date.timeIntervalSince(present)
                }
            // The condition is also false for NaN.
            guard seconds > 0 else { return .zero }
            return .seconds(min(seconds, 315_576_000))
        }
    }

    /// Parses the value of a `Retry-After` field, a number of seconds or a date, or returns `nil` if it is invalid.
    package static func retryAfter(_ text: String) -> Moment? {
        let text = text.trimmed
        return number(text).map { .after($0) } ?? HTTPDate.parse(text).map { .at($0) }
    }

    /// Parses a nonnegative number with an optional fraction, such as `30` or `0.5`.
    static func number(_ text: some StringProtocol) -> Double? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }),
            // Longer numbers could overflow.
            parts.reduce(0, { $0 + $1.count }) <= 30
        else { return nil }
        return Double(text)
    }
}

extension StringProtocol {
    /// The text without leading and trailing spaces and tabs.
    package var trimmed: Substring {
        var rest = Substring(self).utf8
        while let first = rest.first, FieldText.isBlank(first) { rest.removeFirst() }
        while let last = rest.last, FieldText.isBlank(last) { rest.removeLast() }
        return Substring(rest)
    }
}
