public import Foundation

extension JSONDecoder.DateDecodingStrategy {
    /// Decodes dates in the formats that are common in APIs, with the same result on every platform.
    ///
    ///     decoder.dateDecodingStrategy = .tolerant()
    ///     decoder.dateDecodingStrategy = .tolerant(timeZone: TimeZone(identifier: "Asia/Tokyo"))
    ///
    /// | Format | Examples |
    /// | --- | --- |
    /// | ISO 8601 | `2024-02-29T12:30:00Z`, `2024-02-29t12:30:00.123456789z`, `2024-02-29 12:30:00,5+09:00` |
    /// | UTC offsets | `Z`, `+09:00`, `+0900`, `-03`, optionally after a space, as in `2024-02-29 12:30:00 UTC` |
    /// | without a time zone | `2024-02-29T12:30:00`, and `2024-02-29` for the beginning of the day |
    /// | RFC 1123 | `Sun, 06 Nov 1994 08:49:37 GMT`, `6 Nov 1994 08:49:37 +0900` |
    /// | older formats | `Sunday, 06-Nov-94 08:49:37 GMT`; `Sun Nov  6 08:49:37 1994`, which has no time zone |
    /// | seconds since 1970 | `1700000000`, `1700000000.25`, `-1`, as numbers or strings |
    ///
    /// Times must include seconds. A fraction has one to nine digits; the precision of a `Date` is about 100
    /// nanoseconds. A leap second `:60` is accepted at the end of a UTC day and decoded as the following second.
    /// `24:00:00` is the end of the day. The decoder rejects days that do not exist, such as April 31, years outside
    /// 0001 to 9999, and numbers of seconds beyond them, which are usually milliseconds.
    ///
    /// ## Errors
    /// Throws `DecodingError.dataCorrupted` with the expected format: `created_at: expected a date with a time zone,
    /// found "2024-02-29T12:30:00"`. Throws `DecodingError.typeMismatch` if the value is neither a string nor a number.
    ///
    /// - Parameter timeZone: The time zone of dates without one. A local time that occurs twice is decoded as the
    ///   first, and a skipped local time with the offset from before the transition. Defaults to `nil`, which rejects
    ///   dates without a time zone.
    /// - Returns: The decoding strategy.
    public static func tolerant(timeZone: TimeZone? = nil) -> JSONDecoder.DateDecodingStrategy {
        .custom { decoder in
            let value = try decoder.singleValueContainer()
            do {
                if let text = try? value.decode(String.self) { return try DateText.parse(text, timeZone: timeZone) }
                if let seconds = try? value.decode(Double.self) { return try DateText.date(seconds) }
            } catch {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
            }
            throw DecodingError.typeMismatch(
                Date.self,
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "expected a string or a number")
            )
        }
    }
}
