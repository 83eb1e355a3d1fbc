internal import Foundation

/// A calendar date and a time of day, with an optional UTC offset.
///
/// Uses the proleptic Gregorian calendar, for the years 1 to 9999.
struct CivilTime: Hashable, Sendable {
    /// The seconds since 1970 from the beginning of year 1 to the end of year 9999.
    static let range: Range<Int64> = -62_135_596_800..<253_402_300_800

    private static let secondsFrom1970To2001: Int64 = 978_307_200

    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0
    var nanosecond = 0

    /// The UTC offset in seconds, positive east of UTC.
    ///
    /// `nil` if unknown.
    var offset: Int?

    /// Whether the date and time exist, unlike February 30.
    ///
    /// 24:00:00 is the end of the day. Second 60 is accepted here; whether it can be a leap second depends on the
    /// offset.
    var isValid: Bool {
        guard (1...9_999).contains(year), (1...12).contains(month), (1...Self.days(of: month, in: year)).contains(day),
            (0..<60).contains(minute), (0...60).contains(second), (0..<1_000_000_000).contains(nanosecond)
        else { return false }
        return (0..<24).contains(hour) || (hour == 24 && minute == 0 && second == 0 && nanosecond == 0)
    }

    /// The seconds since 1970 if the time is in UTC.
    ///
    /// Meaningful only if the time is valid.
    var secondsSince1970: Int64 {
        Int64(Self.daysSince1970(year, month, day)) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    /// Returns the date for a UTC offset in seconds, or `nil` if the time does not exist.
    ///
    /// A leap second is valid only at the end of a UTC day. It is returned as the following second, because `Date` does
    /// not count leap seconds.
    func date(offset: Int) -> Date? {
        guard isValid, abs(offset) < 86_400 else { return nil }
        let seconds = secondsSince1970 - Int64(offset)
        if second == 60, seconds % 86_400 != 0 { return nil }
        let interval = Double(seconds - Self.secondsFrom1970To2001) + Double(nanosecond) / 1e9
        return Date(timeIntervalSinceReferenceDate: interval)
    }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Calculates with years that begin in March, and with periods of 400 years, which all have the same length.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}

extension CivilTime {
    /// Creates the UTC date and time of a `Date`, without fractional seconds.
    ///
    /// Dates outside the years 1 to 9999 are clamped.
    init(utc date: Date) {
        let interval = date.timeIntervalSinceReferenceDate.rounded(.down)
        let lowest = Self.range.lowerBound - Self.secondsFrom1970To2001
        let highest = Self.range.upperBound - 1 - Self.secondsFrom1970To2001
        // NaN is clamped to the lowest date, because the comparison is false.
        let seconds = interval > Double(lowest) ? Int64(min(interval, Double(highest))) : lowest
        // Counts from March 1 of year 0, which precedes all supported dates.
        let days = Int((seconds - lowest) / 86_400) + 306
        let time = Int((seconds - lowest) % 86_400)
        let (period, dayOfPeriod) = days.quotientAndRemainder(dividingBy: 146_097)
        let yearOfPeriod = (dayOfPeriod - dayOfPeriod / 1_460 + dayOfPeriod / 36_524 - dayOfPeriod / 146_096) / 365
        let dayOfYear = dayOfPeriod - (365 * yearOfPeriod + yearOfPeriod / 4 - yearOfPeriod / 100)
        let month = (5 * dayOfYear + 2) / 153
        self.init(
            year: period * 400 + yearOfPeriod + (month < 10 ? 0 : 1), month: month < 10 ? month + 3 : month - 9,
            day: dayOfYear - (153 * month + 2) / 5 + 1, hour: time / 3_600, minute: time / 60 % 60, second: time % 60,
            offset: 0)
    }

    /// The day of the week, where 0 is Sunday.
    var weekday: Int {
        // January 1, 1970 was a Thursday. The multiple of 7 keeps the dividend from being negative.
        (Self.daysSince1970(year, month, day) + 4 + 7 * 200_000) % 7
    }
}

extension DefaultStringInterpolation {
    /// Appends a non-negative number, padded with leading zeros to a number of digits.
    package mutating func appendInterpolation(_ number: some BinaryInteger, digits: Int, radix: Int = 10) {
        let text = String(number, radix: radix)
        appendLiteral(String(repeating: "0", count: max(digits - text.count, 0)))
        appendLiteral(text)
    }
}
