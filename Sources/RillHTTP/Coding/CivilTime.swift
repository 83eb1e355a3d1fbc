internal import Foundation

/// A day and a time as calendar and clock show them, and how far that clock is ahead of UTC.
///
/// The calendar is the Gregorian one, from the year 1 to the year 9999, also for days before it was introduced.
struct CivilTime: Hashable, Sendable {
    /// From year 1 up to the end of year 9999, in seconds since 1970.
    static let range = -62_135_596_800..<253_402_300_800

    private static let secondsUpTo2001 = 978_307_200

    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0
    var nanosecond = 0

    /// How far the clock is ahead of UTC, in seconds; nil if that is not said.
    var offset: Int?

    /// Whether there is such a time: the 30th of February does not exist.
    ///
    /// 24:00:00 is the end of the day. A second 60 may be a leap second; which ones can be is known with the offset.
    var isPossible: Bool {
        guard (1...9_999).contains(year), (1...12).contains(month), (1...Self.days(of: month, in: year)).contains(day),
            (0..<60).contains(minute), (0...60).contains(second), (0..<1_000_000_000).contains(nanosecond)
        else { return false }
        return (0..<24).contains(hour) || (hour == 24 && minute == 0 && second == 0 && nanosecond == 0)
    }

    /// The seconds from the beginning of 1970, if the clock showed UTC; of use if the time is possible.
    var secondsSince1970: Int {
        Self.daysSince1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// The instant, if the clock is ahead of UTC by so many seconds; nil if there is none.
    ///
    /// A leap second is at the end of a day of UTC, and is taken for the second that follows, as `Date` counts none.
    func date(offset: Int) -> Date? {
        guard isPossible, abs(offset) < 86_400 else { return nil }
        let seconds = secondsSince1970 - offset
        if second == 60, seconds % 86_400 != 0 { return nil }
        let interval = Double(seconds - Self.secondsUpTo2001) + Double(nanosecond) / 1e9
        return Date(timeIntervalSinceReferenceDate: interval)
    }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counts in years that begin in March, and in periods of 400 of them, which are all of one length.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}

extension CivilTime {
    /// What a clock of UTC shows, without the fraction; what lies outside of the years 1 to 9999 is taken for their first or
    /// their last second.
    init(utc date: Date) {
        let interval = date.timeIntervalSinceReferenceDate.rounded(.down)
        let lowest = Self.range.lowerBound - Self.secondsUpTo2001
        let highest = Self.range.upperBound - 1 - Self.secondsUpTo2001
        // What is no number is less than nothing else.
        let seconds = interval > Double(lowest) ? Int(min(interval, Double(highest))) : lowest
        self.init(secondsSince1970: seconds + Self.secondsUpTo2001)
    }

    private init(secondsSince1970 seconds: Int) {
        // From the 1st of March of the year 0, which is before all of them.
        let days = (seconds - Self.range.lowerBound) / 86_400 + 306
        let time = (seconds - Self.range.lowerBound) % 86_400
        let (period, dayOfPeriod) = days.quotientAndRemainder(dividingBy: 146_097)
        let yearOfPeriod = (dayOfPeriod - dayOfPeriod / 1_460 + dayOfPeriod / 36_524 - dayOfPeriod / 146_096) / 365
        let dayOfYear = dayOfPeriod - (365 * yearOfPeriod + yearOfPeriod / 4 - yearOfPeriod / 100)
        let month = (5 * dayOfYear + 2) / 153
        self.init(
            year: period * 400 + yearOfPeriod + (month < 10 ? 0 : 1), month: month < 10 ? month + 3 : month - 9,
            day: dayOfYear - (153 * month + 2) / 5 + 1, hour: time / 3_600, minute: time / 60 % 60, second: time % 60,
            offset: 0)
    }

    /// The day of the week: 0 for Sunday.
    var weekday: Int {
        // The 1st of January 1970 was a Thursday; a multiple of 7 keeps all days from being negative.
        (Self.daysSince1970(year, month, day) + 4 + 7 * 200_000) % 7
    }
}

extension DefaultStringInterpolation {
    /// Appends a number that is not negative, with zeros before it up to so many digits.
    mutating func appendInterpolation(_ number: Int, digits: Int) {
        let text = String(number)
        appendLiteral(String(repeating: "0", count: max(digits - text.count, 0)))
        appendLiteral(text)
    }
}
