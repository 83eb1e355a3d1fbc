package import Foundation

/// Dates as they stand in header fields: `Last-Modified`, `Retry-After`, `Date`.
///
/// - SeeAlso: RFC 9110, 5.6.7.
package enum HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Reads a date in any of the three forms.
    ///
    ///     Sun, 06 Nov 1994 08:49:37 GMT       as it is written today
    ///     Sunday, 06-Nov-94 08:49:37 GMT      RFC 850
    ///     Sun Nov  6 08:49:37 1994            asctime
    ///
    /// Some liberties that servers take are borne: names in any case, the day of the month in one digit, a day of the week
    /// that is long, short, wrong or missing, four digits for the year in the second form, and an offset such as `+0900`
    /// in place of `GMT`. The time has to exist: there is no 31st of June, no year 0 and no 24:00.
    ///
    /// - Parameters:
    ///   - text: The value of the field, without white space around it.
    ///   - now: The present: a year of two digits lies less than 50 years ahead of it.
    /// - Returns: The date; nil if it is none.
    package static func parse(_ text: some StringProtocol, now: @autoclosure () -> Date = Date()) -> Date? {
        parse(Array(text.utf8), now: now())
    }

    /// Reads a date from bytes, whatever they are.
    ///
    /// - Parameters:
    ///   - bytes: The value of the field.
    ///   - now: The present.
    /// - Returns: The date; nil if it is none.
    package static func parse(_ bytes: [UInt8], now: @autoclosure () -> Date = Date()) -> Date? {
        guard let time = read(bytes, now: now()), time.hour < 24 else { return nil }
        return time.date(offset: time.offset ?? 0)
    }

    /// Writes a date: `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter date: The date; what lies outside of the years 1 to 9999 is written as the first or the last second in them.
    /// - Returns: The text; a fraction of a second is left out.
    package static func text(_ date: Date) -> String {
        let time = CivilTime(utc: date)
        let day = "\(weekdays[time.weekday]), \(time.day, digits: 2) \(months[time.month - 1]) \(time.year, digits: 4)"
        return "\(day) \(time.hour, digits: 2):\(time.minute, digits: 2):\(time.second, digits: 2) GMT"
    }

    // MARK: Reading

    /// Reads what stands there, be it possible or not; the third form says nothing of an offset.
    static func read(_ bytes: [UInt8], now: @autoclosure () -> Date = Date()) -> CivilTime? {
        var scanner = DateScanner(bytes)
        guard let first = scanner.next, first < UInt8(ascii: "0") || first > UInt8(ascii: "9") else {
            return readDay(&scanner, now: now())
        }
        guard scanner.skipWeekday() else { return nil }
        if scanner.skip(",") {
            _ = scanner.skip(" ")
            return readDay(&scanner, now: now())
        }
        return readMonth(&scanner)
    }

    /// Reads `06 Nov 1994 08:49:37 GMT`, or the same with hyphens.
    private static func readDay(_ scanner: inout DateScanner, now: @autoclosure () -> Date) -> CivilTime? {
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

    /// Reads `Nov  6 08:49:37 1994`, behind the day of the week.
    private static func readMonth(_ scanner: inout DateScanner) -> CivilTime? {
        guard scanner.skip(" "), let month = scanner.month(), scanner.skip(" ") else { return nil }
        _ = scanner.skip(" ")
        guard let day = scanner.number(digits: 1...2), scanner.skip(" ") else { return nil }
        var time = CivilTime(year: 0, month: month, day: day)
        guard scanner.time(into: &time), scanner.skip(" "), let year = scanner.number(digits: 4...4), scanner.isAtEnd
        else { return nil }
        time.year = year
        return time
    }

    /// The year that two digits mean: in this century, unless that is more than 50 years ahead.
    private static func fullYear(of time: CivilTime, now: Date) -> Int {
        let present = CivilTime(utc: now)
        var time = time
        time.year += present.year / 100 * 100
        var limit = present
        limit.year += 50
        return time.secondsSince1970 > limit.secondsSince1970 ? time.year - 100 : time.year
    }
}
