package import Foundation

/// Dates as they stand in bodies: ISO 8601, HTTP's forms, and seconds since 1970.
///
/// What is read and what is not is said at ``Foundation/JSONDecoder/DateDecodingStrategy/tolerant(timeZone:)``.
package enum DateText {
    /// Why a text is not read as a date.
    package enum Flaw: Error, Hashable, CustomStringConvertible {
        /// It has none of the forms.
        case noDate
        /// It names a day or a time that does not exist.
        case impossible
        /// It does not say of which zone it is.
        case noZone
        /// It lies outside of the years 1 to 9999.
        case outOfRange

        /// What was expected in its place.
        package var description: String {
            switch self {
            case .noDate: "expected a date"
            case .impossible: "expected a date that exists"
            case .noZone: "expected a date with a time zone"
            case .outOfRange: "expected a date from the year 1 to 9999, or seconds since 1970"
            }
        }
    }

    /// Reads a date.
    ///
    /// - Parameters:
    ///   - text: The date, without white space around it.
    ///   - timeZone: The zone of texts that name none; nil to refuse them.
    /// - Returns: The date.
    /// - Throws: What is wrong with it.
    package static func parse(_ text: some StringProtocol, timeZone: TimeZone? = nil) throws(Flaw) -> Date {
        try parse(Array(text.utf8), timeZone: timeZone)
    }

    /// Reads a date from bytes, whatever they are.
    ///
    /// - Parameters:
    ///   - bytes: The date.
    ///   - timeZone: The zone of texts that name none; nil to refuse them.
    /// - Returns: The date.
    /// - Throws: What is wrong with it.
    package static func parse(_ bytes: [UInt8], timeZone: TimeZone? = nil) throws(Flaw) -> Date {
        if let date = try seconds(bytes) { return date }
        guard let time = civilTime(bytes) ?? HTTPDate.read(bytes) else { throw .noDate }
        guard time.isPossible else { throw .impossible }
        guard let offset = time.offset ?? timeZone?.offset(of: time) else { throw .noZone }
        guard let date = time.date(offset: offset) else { throw .impossible }
        return date
    }

    /// The date so many seconds after the beginning of 1970.
    ///
    /// - Parameter seconds: The number.
    /// - Returns: The date.
    /// - Throws: ``Flaw/outOfRange`` for what is no date in the calendar, milliseconds of today for example.
    package static func date(_ seconds: Double) throws(Flaw) -> Date {
        let range = CivilTime.range
        guard seconds >= Double(range.lowerBound), seconds < Double(range.upperBound) else { throw .outOfRange }
        return Date(timeIntervalSince1970: seconds)
    }

    /// Writes a date: `2024-02-29T12:30:00Z`.
    ///
    /// - Parameter date: The date; a fraction of a second is left out.
    /// - Returns: The text; nil outside of the years 1 to 9999.
    package static func text(_ date: Date) -> String? {
        let interval = date.timeIntervalSince1970
        guard interval >= Double(CivilTime.range.lowerBound), interval < Double(CivilTime.range.upperBound) else {
            return nil
        }
        let time = CivilTime(utc: date)
        let day = "\(time.year, digits: 4)-\(time.month, digits: 2)-\(time.day, digits: 2)"
        return "\(day)T\(time.hour, digits: 2):\(time.minute, digits: 2):\(time.second, digits: 2)Z"
    }

    // MARK: Forms

    /// Reads `1700000000`, `-1` or `1700000000.25`; nil if the text is not of that form.
    private static func seconds(_ bytes: [UInt8]) throws(Flaw) -> Date? {
        guard bytes.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") })
        else { return nil }
        var scanner = DateScanner(bytes)
        let isNegative = scanner.skip("-")
        guard let whole = scanner.number(digits: 1...18) else { return nil }
        let nanoseconds = scanner.skip(".") ? scanner.billionths() : 0
        guard let nanoseconds, scanner.isAtEnd else { return nil }
        let seconds = Double(whole) + Double(nanoseconds) / 1e9
        return try date(isNegative ? -seconds : seconds)
    }

    /// Reads `2024-02-29T12:30:00.25+09:00`, be it possible or not.
    private static func civilTime(_ bytes: [UInt8]) -> CivilTime? {
        var scanner = DateScanner(bytes)
        guard let year = scanner.number(digits: 4...4), scanner.skip("-"), let month = scanner.number(digits: 2...2),
            scanner.skip("-"), let day = scanner.number(digits: 2...2)
        else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        if scanner.isAtEnd { return time }
        guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), scanner.time(into: &time) else { return nil }
        if scanner.skip(".") || scanner.skip(",") {
            guard let nanosecond = scanner.billionths() else { return nil }
            time.nanosecond = nanosecond
        }
        if scanner.isAtEnd { return time }
        _ = scanner.skip(" ")
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        time.offset = offset
        return time
    }
}

extension TimeZone {
    /// How far the clocks of the zone are ahead of UTC when they show a time.
    ///
    /// Of the hour that clocks show twice, it is the first; in the hour that they leap over, they are taken not to have
    /// leapt yet.
    fileprivate func offset(of time: CivilTime) -> Int {
        let local = time.secondsSince1970
        // Zones are less than a day ahead or behind, and change their offset less often than every other day.
        let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
        return before == after || offset(at: local - before) == before || offset(at: local - after) != after
            ? before : after
    }

    private func offset(at seconds: Int) -> Int {
        secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }
}
