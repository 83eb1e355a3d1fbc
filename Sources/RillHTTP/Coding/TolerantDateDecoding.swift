public import Foundation

extension JSONDecoder.DateDecodingStrategy {
    /// Reads dates in all the forms that APIs write, and the same ones on every platform.
    ///
    ///     decoder.dateDecodingStrategy = .tolerant()
    ///     decoder.dateDecodingStrategy = .tolerant(timeZone: TimeZone(identifier: "Asia/Tokyo"))
    ///
    /// | Form | Examples |
    /// | --- | --- |
    /// | ISO 8601 | `2024-02-29T12:30:00Z`, `2024-02-29t12:30:00.123456789z`, `2024-02-29 12:30:00,5+09:00` |
    /// | its offsets | `Z`, `+09:00`, `+0900`, `-03`, and behind a space, as in `2024-02-29 12:30:00 UTC` |
    /// | without a zone | `2024-02-29T12:30:00`, and `2024-02-29` for the beginning of the day |
    /// | RFC 1123 | `Sun, 06 Nov 1994 08:49:37 GMT`, `6 Nov 1994 08:49:37 +0900` |
    /// | older ones | `Sunday, 06-Nov-94 08:49:37 GMT`; `Sun Nov  6 08:49:37 1994`, which is without a zone |
    /// | seconds since 1970 | `1700000000`, `1700000000.25`, `-1`, and the same as strings |
    ///
    /// Seconds have to be there. A fraction has one to nine digits; a `Date` holds about a tenth of a microsecond of it. A
    /// second `:60` is read where it can be a leap second, at the end of a day of UTC, as the second that follows. `24:00:00`
    /// is the end of the day. Days that do not exist, such as the 31st of April, years that are written other than 0001 to
    /// 9999, and numbers beyond them, which are milliseconds as a rule, are refused.
    ///
    /// ## Errors
    /// `DecodingError.dataCorrupted` says what was expected: `created_at: expected a date with a time zone, found
    /// "2024-02-29T12:30:00"`; what is neither a string nor a number is a `DecodingError.typeMismatch`.
    ///
    /// - Parameter timeZone: The zone of texts that name none; nil, the default, to refuse them. Of an hour that its clocks
    ///   show twice the first is taken; an hour that they leap over is read as if they had not leapt yet.
    /// - Returns: The strategy.
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
