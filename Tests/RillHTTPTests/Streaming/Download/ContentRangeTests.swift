import RillHTTP
import Testing

@Suite struct ContentRangeTests {
    @Test(
        arguments: [
            ("bytes 0-0/1", 0...0, 1), ("bytes 0-99/1000", 0...99, 1_000), ("bytes 900-999/1000", 900...999, 1_000),
            ("BYTES 5-6/*", 5...6, nil), ("bytes */1000", nil, 1_000), ("bytes */0", nil, 0),
            ("bytes 0-9223372036854775805/9223372036854775806", 0...(Int.max - 2), Int.max - 1),
        ] as [(String, ClosedRange<Int>?, Int?)])
    func parsesValidRanges(text: String, bytes: ClosedRange<Int>?, total: Int?) throws {
        let response = HTTPResponse(status: .partialContent, headerFields: [.contentRange: text])
        let range = try #require(ContentRange(text))
        #expect(range.bytes == bytes)
        #expect(response.contentRange?.bytes == bytes)
        #expect(range.total == total)
        #expect(response.contentRange?.total == total)
    }

    @Test(arguments: [
        "", "bytes", "bytes ", "bytes 0-99", "bytes 0-99/", "bytes 99-0/1000", "bytes 0-99/99", "bytes 0-99/50",
        "bytes */*", "bytes *", "bytes -5/10", "bytes 5-/10", "bytes 0-99/1000 ", " bytes 0-99/1000", "bytes  0-1/2",
        "bytes=0-1/2", "items 0-1/2", "bytes +0-1/2", "bytes 0--1/2", "bytes 0x0-1/2", "bytes 0-1/2/3", "bytes 0-1/-2",
        "bytes 9223372036854775807-9223372036854775807/*", "bytes 0-9223372036854775808/*",
        "bytes 0-1/18446744073709551616", "bytes 0-1/99999999999999999999999999999999", "bytes 0-1,5-6/10",
        "b\u{19}tes 0-1/2", "bytes0-1/2", "bytes 0-1 2",
    ])
    func rejectsInvalidRanges(text: String) {
        #expect(ContentRange(text) == nil)
    }

    @Test func parsesByteCounts() {
        #expect(ContentRange.count("0") == 0)
        #expect(ContentRange.count("0123") == 123)
        for text in ["", "-1", "+1", "1.0", "1, 1", " 1", "9223372036854775808", nil] {
            #expect(ContentRange.count(text) == nil)
        }
    }
}
