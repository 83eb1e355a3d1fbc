/// A calendar that counts the days from 0001-01-01 to 9999-12-31 individually.
struct ReferenceCalendar: Sequence, IteratorProtocol {
    struct Day {
        var year = 1
        var month = 1
        var day = 1
        /// 0 for Sunday.
        var weekday = 1
        /// Days since 1970-01-01.
        var number = -719_162
    }

    static var days: ReferenceCalendar { ReferenceCalendar() }

    private var upcoming = Day()

    mutating func next() -> Day? {
        guard upcoming.year < 10_000 else { return nil }
        let today = upcoming
        upcoming.number += 1
        upcoming.weekday = today.weekday == 6 ? 0 : today.weekday + 1
        upcoming.day += 1
        if upcoming.day > Self.days(of: today.month, in: today.year) {
            upcoming.day = 1
            upcoming.month += 1
        }
        if upcoming.month == 13 {
            upcoming.month = 1
            upcoming.year += 1
        }
        return today
    }

    static func days(of month: Int, in year: Int) -> Int {
        if month == 2 {
            if year % 400 == 0 { return 29 }
            if year % 100 == 0 { return 28 }
            return year % 4 == 0 ? 29 : 28
        }
        return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
