import Foundation
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

@Suite struct CookieDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "6 nov 94 8:49:37", "1994/6/November 08:49:37", "08:49:37 06-NOV-1994 PST", "06th Novembre 1994CE 08:49:37.123",
        "Sun,,,06--Nov;;1994 \t 08:49:37", "x y z 08:49:37 1994 06 Nov",
    ])
    func parsesDatePartsInAnyOrder(_ text: String) {
        #expect(CookieDate.parse(text) == 784_111_777)
    }

    @Test(arguments: [
        ("01 Jan 70 00:00:00", 0), ("01 Jan 69 00:00:00", 3_124_224_000), ("01 Jan 00 00:00:00", 946_684_800),
        ("31 Dec 99 23:59:59", 946_684_799), ("29 Feb 2024 00:00:00", 1_709_164_800),
        ("1 Jan 1601 0:0:0", -11_644_473_600), ("1 Jan 9999 0:0:0", 253_370_764_800),
    ])
    func parsesTwoAndFourDigitYears(_ text: String, _ seconds: Int) {
        #expect(CookieDate.parse(text) == seconds)
    }

    @Test(arguments: [
        "", "Sun", "06 Nov 1994", "06 Nov 08:49:37", "Nov 1994 08:49:37", "06 1994 08:49:37", "00 Nov 1994 08:49:37",
        "32 Nov 1994 08:49:37", "31 Nov 1994 08:49:37", "29 Feb 2023 00:00:00", "06 Nov 1600 08:49:37",
        "06 Nov 1994 24:00:00", "06 Nov 1994 23:60:00", "06 Nov 1994 23:59:60", "06 Nov 1994 008:49:37",
        "06 Nov 1994 08:49:375", "006 Nov 19945 08:49:37", "06 No 1994 08:49:37", "06 Nov 1994 8:49",
    ])
    func invalidCookieDatesAreRejected(_ text: String) {
        #expect(CookieDate.parse(text) == nil)
    }
}
