import RillHTTP
import Testing

@Suite struct StrongValidatorTests {
    private static let changed = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let later = "Sun, 06 Nov 1994 08:49:38 GMT"

    private static let responses: [(HTTPFields, String?)] = [
        ([.eTag: "\"a\""], "\"a\""), ([.eTag: "W/\"a\""], nil), ([.eTag: "a"], nil), ([:], nil),
        ([.eTag: "\"a\"", .contentEncoding: "gzip"], nil), ([.eTag: "\"a\"", .acceptRanges: "None"], nil),
        ([.lastModified: changed, .date: later], changed), ([.lastModified: changed, .date: changed], nil),
        ([.lastModified: changed], nil), ([.eTag: "W/\"a\"", .lastModified: changed, .date: later], nil),
    ]

    @Test(arguments: responses) func identifiesOneSequenceOfBytes(fields: HTTPFields, expected: String?) {
        #expect(HTTPResponse(status: .ok, headerFields: fields).strongValidator == expected)
    }
}
