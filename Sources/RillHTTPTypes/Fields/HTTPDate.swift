public import Foundation

extension Date {
    /// Creates a date from the value of a header field such as `Last-Modified` or `Expires`.
    ///
    ///     Sun, 06 Nov 1994 08:49:37 GMT       preferred format
    ///     Sunday, 06-Nov-94 08:49:37 GMT      RFC 850
    ///     Sun Nov  6 08:49:37 1994            asctime
    ///
    /// - Parameter text: The field value, without surrounding whitespace. If it is not a valid date, the result is `nil`.
    /// - SeeAlso: RFC 9110, 5.6.7.
    public init?(httpDate text: some StringProtocol) {
        guard let date = HTTPDate.parse(text) else { return nil }
        self = date
    }

    /// The date in the preferred format of header fields, without fractional seconds: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Dates outside the years 1 to 9999 are clamped.
    public var httpDate: String { HTTPDate.text(self) }
}

/// Parsing and formatting of dates in header fields such as `Last-Modified`, `Retry-After` and `Date`.
///
/// - SeeAlso: RFC 9110, 5.6.7.
package enum HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Parses a date in any of the three formats.
    ///
    ///     Sun, 06 Nov 1994 08:49:37 GMT       preferred format
    ///     Sunday, 06-Nov-94 08:49:37 GMT      RFC 850
    ///     Sun Nov  6 08:49:37 1994            asctime
    ///
    /// Some common deviations are accepted: names in any case, a one-digit day of the month, a full, abbreviated, wrong
    /// or missing weekday, a four-digit year in the second format, and an offset such as `+0900` instead of `GMT`. The
    /// date and time must exist: June 31, year 0 and 24:00 are rejected.
    ///
    /// - Parameters:
    ///   - text: The field value, without surrounding whitespace.
    ///   - now: The current date. A two-digit year is interpreted as at most 50 years later. Defaults to the system
    ///     time.
    /// - Returns: The date, or `nil` if the text is not a valid date.
    package static func parse(_ text: some StringProtocol, now: @autoclosure () -> Date = Date()) -> Date? {
        parse(Array(text.utf8), now: now())
    }

    /// Parses a date from arbitrary bytes.
    ///
    /// - Parameters:
    ///   - bytes: The field value.
    ///   - now: The current date. Defaults to the system time.
    /// - Returns: The date, or `nil` if the text is not a valid date.
    package static func parse(_ bytes: [UInt8], now: @autoclosure () -> Date = Date()) -> Date? {
        guard let time = civilTime(bytes, now: now()), time.hour < 24 else { return nil }
        return time.date(offset: time.offset ?? 0)
    }

    /// Formats a date: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter date: The date. Dates outside the years 1 to 9999 are clamped.
    /// - Returns: The text, without fractional seconds.
    package static func text(_ date: Date) -> String {
        let time = CivilTime(utc: date)
        let day = "\(weekdays[time.weekday]), \(time.day, digits: 2) \(months[time.month - 1]) \(time.year, digits: 4)"
        return "\(day) \(time.hour, digits: 2):\(time.minute, digits: 2):\(time.second, digits: 2) GMT"
    }

    // MARK: Parsing

    /// Parses the date and time without checking that they exist.
    ///
    /// The asctime format has no offset.
    static func civilTime(_ bytes: [UInt8], now: @autoclosure () -> Date = Date()) -> CivilTime? {
        var scanner = FieldScanner(bytes)
        guard let first = scanner.next, first < UInt8(ascii: "0") || first > UInt8(ascii: "9") else {
            return scanDay(&scanner, now: now())
        }
        guard scanner.skipWeekday() else { return nil }
        if scanner.skip(",") {
            scanner.skip(" ")
            return scanDay(&scanner, now: now())
        }
        return scanMonth(&scanner)
    }

    /// Parses `06 Nov 1994 08:49:37 GMT`, or the same with hyphens.
    private static func scanDay(_ scanner: inout FieldScanner, now: @autoclosure () -> Date) -> CivilTime? {
        guard let day = scanner.number(digits: 1...2) else { return nil }
        let hasHyphens = scanner.skip("-")
        guard hasHyphens || scanner.skip(" "), let month = scanner.month(), scanner.skip(hasHyphens ? "-" : " ") else {
            return nil
        }
        let start = scanner.position
        guard let year = scanner.number(digits: hasHyphens ? 2...4 : 4...4) else { return nil }
        let digits = scanner.position - start
        guard digits != 3, scanner.skip(" ") else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        guard scanner.time(into: &time), scanner.skip(" "), let offset = scanner.offset(), scanner.isAtEnd else {
            return nil
        }
        time.offset = offset
        if digits == 2 { time.year = fullYear(of: time, now: now()) }
        return time
    }

    /// Parses `Nov  6 08:49:37 1994`, which follows the weekday.
    private static func scanMonth(_ scanner: inout FieldScanner) -> CivilTime? {
        guard scanner.skip(" "), let month = scanner.month(), scanner.skip(" ") else { return nil }
        scanner.skip(" ")
        guard let day = scanner.number(digits: 1...2), scanner.skip(" ") else { return nil }
        var time = CivilTime(year: 0, month: month, day: day)
        guard scanner.time(into: &time), scanner.skip(" "), let year = scanner.number(digits: 4...4), scanner.isAtEnd
        else { return nil }
        time.year = year
        return time
    }

    /// Expands a two-digit year: to the current century, or the previous one if that is more than 50 years in the
    /// future.
    private static func fullYear(of time: CivilTime, now: Date) -> Int {
        let present = CivilTime(utc: now)
        var time = time
        time.year += present.year / 100 * 100
        var limit = present
        limit.year += 50
        return time.secondsSince1970 > limit.secondsSince1970 ? time.year - 100 : time.year
    }
}
