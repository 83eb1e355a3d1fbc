import Foundation
import RillHTTP
import Testing

@Suite struct HTTPDateTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)  // 2023-11-14
    private static let example = 784_111_777.0

    private static let valid: [(text: String, seconds: Double)] = [
        ("Sun, 06 Nov 1994 08:49:37 GMT", example), ("Sunday, 06-Nov-94 08:49:37 GMT", example),
        ("Sun Nov  6 08:49:37 1994", example), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        // Accepted deviations.
        ("Sun Nov 6 08:49:37 1994", example), ("Sun Nov 06 08:49:37 1994", example),
        ("sun, 06 nov 1994 08:49:37 gmt", example), ("SUN, 6 NOV 1994 08:49:37 UTC", example),
        ("Mon, 06 Nov 1994 08:49:37 GMT", example), ("06 Nov 1994 08:49:37 GMT", example),
        ("Sunday, 06 Nov 1994 08:49:37 GMT", example), ("Sun, 06-Nov-1994 08:49:37 GMT", example),
        ("Sun,06 Nov 1994 08:49:37 GMT", example), ("Sun, 06 Nov 1994 17:49:37 +0900", example),
        ("Sun, 06 Nov 1994 05:19:37 -03:30", example), ("Tuesday Nov  6 08:49:37 1994", example),
        // Limits of the calendar, leap years, leap seconds.
        ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800), ("Sun, 01 Jan 2017 08:59:60 +0900", 1_483_228_800),
        // Two-digit years, less than 50 years in the future.
        ("Friday, 01-Jan-73 00:00:00 GMT", 3_250_454_400), ("Tuesday, 14-Nov-73 22:13:20 GMT", 3_277_923_200),
        ("Tuesday, 14-Nov-73 22:13:21 GMT", 122_163_201), ("Monday, 31-Dec-99 23:59:59 GMT", 946_684_799),
        ("Saturday, 01-Jan-00 00:00:00 GMT", 946_684_800),
    ]

    @Test(arguments: valid)
    func parsesDates(text: String, seconds: Double) throws {
        #expect(HTTPDate.parse(text, now: Self.now)?.timeIntervalSince1970 == seconds)
        #expect(HTTPDate.parse(Array(text.utf8), now: Self.now)?.timeIntervalSince1970 == seconds)
    }

    private static let invalid = [
        "", " ", ",", "Sun", "Sun,", "Sun, ", "0", "120", "GMT", "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 ", "Sun, 06 Nov 1994 08:49:37 EST", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, 06 Novem 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37.5 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 25:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 06 Nov 1994 23:59:61 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
        "Sun, 30 Feb 2024 08:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 10000 08:49:37 GMT",
        "Sun, 06 Nov -001 08:49:37 GMT", "Sunday, 06-Nov-094 08:49:37 GMT", "Sun, 06-Nov 1994 08:49:37 GMT",
        "Foo, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 +2400", "Sun, 06 Nov 1994 08:49:37 +0960",
        "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov   6 08:49:37 1994", "1994-11-06T08:49:37Z", "784111777",
        "Sun, 06 Nov 1994 08:49:37 GMT\0", "Sun, 06 Nov ١٩٩٤ 08:49:37 GMT",
        "Sun, 99999999999999999999 Nov 1994 08:49:37 GMT",
    ]

    @Test(arguments: invalid)
    func rejectsInvalidDates(text: String) {
        #expect(HTTPDate.parse(text, now: Self.now) == nil)
    }

    @Test(arguments: [
        (example, "Sun, 06 Nov 1994 08:49:37 GMT"), (example + 0.999, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (-0.001, "Wed, 31 Dec 1969 23:59:59 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    ])
    func formatsDates(seconds: Double, text: String) {
        #expect(HTTPDate.text(Date(timeIntervalSince1970: seconds)) == text)
    }

    @Test func datesRoundTrip() {
        let example = Date(timeIntervalSince1970: Self.example)
        #expect(Date(httpDate: example.httpDate) == example && Date(httpDate: "1994-11-06") == nil)
    }

    @Test(arguments: [
        (Double.infinity, "Fri, 31 Dec 9999 23:59:59 GMT"), (1e300, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (253_402_300_800, "Fri, 31 Dec 9999 23:59:59 GMT"), (253_402_300_799.5, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (-.infinity, "Mon, 01 Jan 0001 00:00:00 GMT"), (-1e300, "Mon, 01 Jan 0001 00:00:00 GMT"),
        (-62_135_596_801, "Mon, 01 Jan 0001 00:00:00 GMT"), (.nan, "Mon, 01 Jan 0001 00:00:00 GMT"),
    ])
    func clampsDatesOutsideOfCalendar(seconds: Double, text: String) {
        #expect(HTTPDate.text(Date(timeIntervalSince1970: seconds)) == text)
    }
}
