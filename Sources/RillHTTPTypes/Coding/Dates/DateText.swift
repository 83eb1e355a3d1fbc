package import Foundation

/// Parsing and formatting of dates in message bodies: ISO 8601, the HTTP date formats and seconds since 1970.
///
/// See ``Foundation/JSONDecoder/DateDecodingStrategy/tolerant(timeZone:)`` for the supported formats.
package enum DateText {
    /// The reason a text cannot be parsed as a date.
    package enum ParsingError: Error, Hashable, CustomStringConvertible {
        /// The text has none of the supported formats.
        case unknownFormat
        /// The day or the time of day does not exist.
        case nonexistent
        /// The text has no time zone, and no default was specified.
        case missingTimeZone
        /// The date is outside the years 1 to 9999.
        case outOfRange

        /// The expected input.
        package var description: String {
            switch self {
            case .unknownFormat: "expected a date"
            case .nonexistent: "expected a date that exists"
            case .missingTimeZone: "expected a date with a time zone"
            case .outOfRange: "expected a date between the years 1 and 9999, or seconds since 1970"
            }
        }
    }

    /// Parses a date.
    ///
    /// - Parameters:
    ///   - text: The date, without surrounding whitespace.
    ///   - timeZone: The time zone of a text without one. Defaults to `nil`, which rejects such texts.
    /// - Returns: The date.
    /// - Throws: ``ParsingError``.
    package static func parse(_ text: some StringProtocol, timeZone: TimeZone? = nil) throws(ParsingError) -> Date {
        try parse(Array(text.utf8), timeZone: timeZone)
    }

    /// Parses a date from arbitrary bytes.
    ///
    /// - Parameters:
    ///   - bytes: The date.
    ///   - timeZone: The time zone of a text without one. Defaults to `nil`, which rejects such texts.
    /// - Returns: The date.
    /// - Throws: ``ParsingError``.
    package static func parse(_ bytes: [UInt8], timeZone: TimeZone? = nil) throws(ParsingError) -> Date {
        if let date = try seconds(bytes) { return date }
        guard let time = civilTime(bytes) ?? HTTPDate.civilTime(bytes) else { throw .unknownFormat }
        guard time.isValid else { throw .nonexistent }
        guard let offset = time.offset ?? timeZone?.offset(of: time) else { throw .missingTimeZone }
        guard let date = time.date(offset: offset) else { throw .nonexistent }
        return date
    }

    /// Returns the date for a number of seconds since 1970.
    ///
    /// - Parameter seconds: The number of seconds.
    /// - Returns: The date.
    /// - Throws: ``ParsingError/outOfRange`` for a date outside the years 1 to 9999, such as a current time in
    ///   milliseconds.
    package static func date(_ seconds: Double) throws(ParsingError) -> Date {
        let range = CivilTime.range
        guard seconds >= Double(range.lowerBound), seconds < Double(range.upperBound) else { throw .outOfRange }
        return Date(timeIntervalSince1970: seconds)
    }

    /// Formats a date: `2024-02-29T12:30:00Z`.
    ///
    /// - Parameter date: The date. Fractional seconds are omitted.
    /// - Returns: The text, or `nil` if the date is outside the years 1 to 9999.
    package static func text(_ date: Date) -> String? {
        guard (try? self.date(date.timeIntervalSince1970)) != nil else { return nil }
        let time = CivilTime(utc: date)
        let day = "\(time.year, digits: 4)-\(time.month, digits: 2)-\(time.day, digits: 2)"
        return "\(day)T\(time.hour, digits: 2):\(time.minute, digits: 2):\(time.second, digits: 2)Z"
    }

    // MARK: Formats

    /// Parses `1700000000`, `-1` or `1700000000.25`.
    ///
    /// Returns `nil` if the text does not have this format.
    private static func seconds(_ bytes: [UInt8]) throws(ParsingError) -> Date? {
        guard bytes.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") })
        else { return nil }
        var scanner = FieldScanner(bytes)
        let isNegative = scanner.skip("-")
        guard let whole = scanner.number(digits: 1...18) else { return nil }
        let nanoseconds = scanner.skip(".") ? scanner.billionths() : 0
        guard let nanoseconds, scanner.isAtEnd else { return nil }
        let seconds = Double(whole) + Double(nanoseconds) / 1e9
        return try date(isNegative ? -seconds : seconds)
    }

    /// Parses `2024-02-29T12:30:00.25+09:00`, without checking that the date and time exist.
    private static func civilTime(_ bytes: [UInt8]) -> CivilTime? {
        var scanner = FieldScanner(bytes)
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
        scanner.skip(" ")
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        time.offset = offset
        return time
    }
}

extension TimeZone {
    /// Returns the UTC offset in seconds at a local time in the zone.
    ///
    /// An ambiguous local time has the offset of its first occurrence. A skipped local time has the offset from before
    /// the transition.
    fileprivate func offset(of time: CivilTime) -> Int {
        let local = time.secondsSince1970
        // Offsets are shorter than a day, and zones change their offset at most every other day.
        let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
        return before == after || offset(at: local - Int64(before)) == before
            || offset(at: local - Int64(after)) != after
            ? before : after
    }

    private func offset(at seconds: Int64) -> Int {
        secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    }
}
