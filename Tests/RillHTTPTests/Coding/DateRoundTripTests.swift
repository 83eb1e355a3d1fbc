import Foundation
import RillHTTP
import RillHTTPTestSupport
import RillTestSupport
import Testing

/// Compares date parsing with a calendar that counts individual days, and parses mutated dates.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct DateRoundTripTests {
    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private func digits(_ number: Int, _ count: Int) -> String {
        String(String(repeating: "0", count: count) + "\(number)").suffix(count).description
    }

    @Test func parsesDatesOfReferenceCalendar() throws {
        var random = SplitMix(seed: 5)
        var count = 0
        for day in ReferenceCalendar.days
        where day.number == 0 || day.year == 1 || Int.random(in: 0..<400, using: &random) == 0 {
            let time = Int.random(in: 0..<86_400, using: &random)
            let clock = "\(digits(time / 3_600, 2)):\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2))"
            let date = Date(timeIntervalSince1970: Double(day.number * 86_400 + time))
            let weekday = Self.weekdays[day.weekday].prefix(3)
            let month = Self.months[day.month - 1]
            let year = digits(day.year, 4)

            let http = "\(weekday), \(digits(day.day, 2)) \(month) \(year) \(clock) GMT"
            try #require(HTTPDate.text(date) == http)
            try #require(HTTPDate.parse(http) == date, "\(http)")
            let asctime = "\(weekday) \(month) \(day.day < 10 ? " " : "")\(day.day) \(clock) \(year)"
            try #require(HTTPDate.parse(asctime) == date, "\(asctime)")

            let iso = "\(year)-\(digits(day.month, 2))-\(digits(day.day, 2))T\(clock)"
            try #require(DateText.text(date) == iso + "Z")
            let minutes = Int.random(in: -1_439...1_439, using: &random)
            let offset = "\(minutes < 0 ? "-" : "+")\(digits(abs(minutes) / 60, 2)):\(digits(abs(minutes) % 60, 2))"
            try #require(DateText.parse(iso + "Z") == date, "\(iso)")
            try #require(DateText.parse(iso + offset) == date - Double(minutes * 60), "\(iso)\(offset)")
            count += 1
        }
        #expect(count > 9_000)
    }

    @Test func formatsAndParsesLikeFoundation() throws {
        var random = SplitMix(seed: 6)
        for _ in 0..<2_000 {
            // Starts in the year 1600, because Foundation uses another calendar for earlier dates.
            let seconds = Int.random(in: -11_676_096_000..<253_402_300_800, using: &random)
            let date = Date(timeIntervalSince1970: Double(seconds))
            let text = date.formatted(.iso8601)
            try #require(DateText.text(date) == text)
            try #require(DateText.parse(text) == date, "\(text)")
        }
    }

    @Test func keepsFractionsWithinDatePrecision() throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<5_000 {
            let whole = Int.random(in: -62_135_596_800..<253_402_300_800, using: &random)
            let text = try #require(DateText.text(Date(timeIntervalSince1970: Double(whole)))).dropLast()
            let count = Int.random(in: 1...9, using: &random)
            let fraction = String((0..<count).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
            let date = try DateText.parse("\(text).\(fraction)Z")
            let expected = Double(whole - 978_307_200) + (try #require(Double("0.\(fraction)")))
            let error = abs(date.timeIntervalSinceReferenceDate - expected)
            // Values of 2^38 seconds have a precision of 2^-15 seconds.
            try #require(error <= max(1e-9, abs(expected) * 0x1p-52), "\(text).\(fraction)")
        }
    }

    // MARK: Invalid dates

    private static let corpus = [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "2024-02-29T12:30:00Z", "2024-02-29t12:30:00.123456789z", "2024-02-29 12:30:00,5+09:00",
        "2024-02-29T23:59:60-0330", "2024-02-29T24:00:00+09", "2024-02-29 12:30:00 UTC", "2024-02-29", "1700000000",
        "-62135596800.000000001",
        "253402300799.999999999", "0001-01-01T00:00:00+23:59", "9999-12-31T24:00:00-23:59",
    ]
    .map { Array($0.utf8) }

    private static let zones = [TimeZone(secondsFromGMT: 0), TimeZone(secondsFromGMT: 50_400), nil]

    @Test func parsesMutatedDatesWithoutCrashing() throws {
        var mutations = Mutations(seed: 1, corpus: Self.corpus)
        var (parsed, rejected) = (0, 0)
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        for number in 0..<200_000 {
            let input = mutations.next()
            let http = HTTPDate.parse(input, now: now)
            let date = try? DateText.parse(input, timeZone: Self.zones[number % 3])
            for date in [http, date].compactMap(\.self) {
                // An offset can lead up to one day beyond the calendar.
                let isInRange = abs(date.timeIntervalSince1970 - 95_633_352_000) <= 157_768_948_800 + 86_400
                try #require(isInRange, "\(String(decoding: input, as: UTF8.self)) was parsed as \(date)")
            }
            // Formatting and parsing a parsed date results in the same second.
            if let http, let again = HTTPDate.parse(HTTPDate.text(http)),
                http < Date(timeIntervalSince1970: 253_402_300_800),
                http >= Date(timeIntervalSince1970: -62_135_596_800)
            {
                try #require(again == http, "\(String(decoding: input, as: UTF8.self))")
            }
            if http ?? date == nil { rejected += 1 } else { parsed += 1 }
        }
        // Enough mutations must pass the first checks of the parser.
        #expect(parsed > 10_000, "\(parsed) \(rejected)")
        #expect(rejected > 50_000, "\(parsed) \(rejected)")
    }
}
