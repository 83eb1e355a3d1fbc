import Foundation
import RillHTTP
import Testing

@Suite struct DateTextTests {
    private static let noon = 1_709_209_800.0  // 2024-02-29T12:30:00Z

    private static let valid: [(text: String, seconds: Double)] = [
        ("2024-02-29T12:30:00Z", noon), ("2024-02-29t12:30:00z", noon), ("2024-02-29 12:30:00Z", noon),
        ("2024-02-29T12:30:00.5Z", noon + 0.5), ("2024-02-29T12:30:00,25Z", noon + 0.25),
        ("2024-02-29T12:30:00.000Z", noon), ("2024-02-29T12:30:00.123456789Z", noon + 0.123_456_789),
        ("2024-02-29T12:30:00.999999999Z", noon + 0.999_999_999),
        ("2024-02-29T21:30:00+09:00", noon), ("2024-02-29T21:30:00+0900", noon), ("2024-02-29T21:30:00+09", noon),
        ("2024-02-29T09:00:00-03:30", noon), ("2024-03-01T12:29:00+23:59", noon), ("2024-02-29T12:30:00-00:00", noon),
        ("2024-02-29 21:30:00 +0900", noon), ("2024-02-29 12:30:00 UTC", noon), ("2024-02-29T12:30:00GMT", noon),
        ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.5Z", -0.5), ("2000-02-29T00:00:00Z", 951_782_400),
        // 24:00 is the beginning of the next day; a leap second is the following second.
        ("2024-02-28T24:00:00Z", 1_709_164_800), ("2024-12-31T24:00:00.000Z", 1_735_689_600),
        ("2016-12-31T23:59:60Z", 1_483_228_800), ("2017-01-01T08:59:60+09:00", 1_483_228_800),
        ("1990-12-31T15:59:60.5-08:00", 662_688_000.5),
        // HTTP date formats.
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sun, 06 Nov 1994 17:49:37 +0900", 784_111_777),
        ("Sunday, 06-Nov-1994 08:49:37 GMT", 784_111_777),
        // Seconds since 1970.
        ("0", 0), ("-0", 0), ("1700000000", 1_700_000_000), ("1700000000.25", 1_700_000_000.25), ("-1", -1),
        ("-1.5", -1.5), ("0001", 1), ("2024", 2_024), ("20240229", 20_240_229),
        ("253402300799", 253_402_300_799), ("-62135596800", -62_135_596_800),
    ]

    @Test(arguments: valid)
    func parsesDates(text: String, seconds: Double) throws {
        for zone in [nil, TimeZone(secondsFromGMT: 3_600)] {
            let date = try DateText.parse(text, timeZone: zone)
            #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
        }
    }

    private static let invalid: [(error: DateText.ParsingError, texts: [String])] = [
        (
            .unknownFormat,
            [
                "", " ", "now", "null", "-", ".", "1.", ".5", "--1", "1-", "1e9", "+1", "0x10", "1.0000000001",
                "1234567890123456789", "2024-02", "2024-2-29T12:30:00Z", "24-02-29T12:30:00Z", "02024-02-29T12:30:00Z",
                "2024-02-29T", "2024-02-29Z", "2024-02-29T12Z", "2024-02-29T12:30Z", "2024-02-29T12:30:0Z",
                "2024-02-29T12:30:00.Z", "2024-02-29T12:30:00.1234567890Z", "2024-02-29T12:30:00+9",
                "2024-02-29T12:30:00+090", "2024-02-29T12:30:00+09:", "2024-02-29T12:30:00+09:0",
                "2024-02-29T12:30:00+09:00:00", "2024-02-29T12:30:00+24:00", "2024-02-29T12:30:00+09:60",
                "2024-02-29T12:30:00−09:00", "2024-02-29T12:30:00ZZ", "2024-02-29T12:30:00Z ", " 2024-02-29T12:30:00Z",
                "2024-02-29  12:30:00Z", "2024/02/29T12:30:00Z", "2024-02-29T12:30:00 EST", "2024-02-29T12:30:00  Z",
                "2024-02-29T12:30:00 ", "20240229T123000Z", "2024-W09-4T12:30:00Z", "-2024-02-29T12:30:00Z",
                "２０２４-02-29T12:30:00Z", "2024-02-29T12:30:00Z\0", "2024-02-2912:30:00Z",
            ]
        ),
        (
            .nonexistent,
            [
                "0000-01-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-00T00:00:00Z",
                "2024-01-32T00:00:00Z", "2024-04-31T00:00:00Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
                "2024-02-30T00:00:00", "2024-01-01T24:00:01Z", "2024-01-01T24:00:00.1Z", "2024-01-01T25:00:00Z",
                "2024-01-01T12:60:00Z", "2024-01-01T12:30:60Z", "2024-01-01T12:30:61Z", "2017-01-01T07:59:60+09:00",
                "Sun, 31 Nov 1994 08:49:37 GMT",
            ]
        ),
        (
            .outOfRange,
            [
                "1700000000000", "253402300800", "-62135596801", "999999999999999999", "-999999999999999999.999999999",
            ]
        ),
    ]

    @Test(arguments: invalid.flatMap { row in row.texts.map { ($0, row.error) } })
    func rejectsInvalidDates(text: String, error: DateText.ParsingError) {
        for zone in [nil, TimeZone(secondsFromGMT: 0)] {
            #expect(throws: error, "\(String(describing: zone))") { try DateText.parse(text, timeZone: zone) }
        }
    }

    // MARK: Time zones

    private static let withoutTimeZone: [(text: String, seconds: Double)] = [
        ("2024-02-29T21:30:00", noon), ("2024-02-29 21:30:00.5", noon + 0.5), ("2024-02-29", noon - 77_400),
        ("Thu Feb 29 21:30:00 2024", noon), ("2024-02-28T24:00:00", noon - 77_400),
        ("2017-01-01T08:59:60", 1_483_228_800),
    ]

    @Test(arguments: withoutTimeZone)
    func usesDefaultTimeZoneOnlyIfMissing(text: String, seconds: Double) throws {
        #expect(throws: DateText.ParsingError.missingTimeZone) { try DateText.parse(text) }
        #expect(try DateText.parse(text, timeZone: TimeZone(secondsFromGMT: 32_400)).timeIntervalSince1970 == seconds)
    }

    private static let berlin: [(text: String, utc: String)] = [
        ("2024-01-01T12:00:00", "2024-01-01T11:00:00Z"), ("2024-07-01T12:00:00", "2024-07-01T10:00:00Z"),
        // Clocks go forward from 2:00 to 3:00.
        ("2024-03-31T01:59:59", "2024-03-31T00:59:59Z"), ("2024-03-31T02:30:00", "2024-03-31T01:30:00Z"),
        ("2024-03-31T03:00:00", "2024-03-31T01:00:00Z"),
        // Clocks go back from 3:00 to 2:00.
        ("2024-10-27T01:59:59", "2024-10-26T23:59:59Z"), ("2024-10-27T02:30:00", "2024-10-27T00:30:00Z"),
        ("2024-10-27T03:00:00", "2024-10-27T02:00:00Z"),
    ]

    @Test(arguments: berlin)
    func usesOffsetInEffectAtLocalTime(text: String, utc: String) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        #expect(try DateText.text(DateText.parse(text, timeZone: zone)) == utc)
    }

    @Test func parsesLimitsOfCalendarInAnyTimeZone() throws {
        for zone in [
            TimeZone(secondsFromGMT: 50_400), TimeZone(secondsFromGMT: -43_200), TimeZone(identifier: "Asia/Tokyo"),
        ] {
            for text in ["0001-01-01T00:00:00", "9999-12-31T24:00:00"] {
                #expect(throws: Never.self) { try DateText.parse(text, timeZone: zone) }
            }
        }
    }
}
