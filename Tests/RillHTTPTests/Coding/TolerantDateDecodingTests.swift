import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct TolerantDateDecodingTests {
    private struct Item: Decodable, Sendable, Hashable {
        var createdAt: Date?
        var dates: [String: [Date]]?
    }

    private func decoder(_ timeZone: TimeZone? = nil) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .tolerant(timeZone: timeZone)
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    private static let same = [
        #""2024-02-29T12:30:00Z""#, #""2024-02-29T12:30:00.000+00:00""#, #""2024-02-29 21:30:00 +0900""#,
        #""Thu, 29 Feb 2024 12:30:00 GMT""#, "1709209800", "1709209800.0", #""1709209800""#, "1.7092098e9",
    ]

    @Test(arguments: same)
    func decodesSameDateInManyFormats(json: String) throws {
        let data = Data(#"{"created_at": \#(json), "dates": {"x": [\#(json)]}}"#.utf8)
        let date = Date(timeIntervalSince1970: 1_709_209_800)
        #expect(try decoder().decode(Item.self, from: data) == Item(createdAt: date, dates: ["x": [date]]))
        #expect(try decoder().decode(Date.self, from: Data(json.utf8)) == date)
    }

    @Test func usesDefaultTimeZone() throws {
        let data = Data(#"{"created_at": "2024-02-29T21:30:00"}"#.utf8)
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let date = try decoder(tokyo).decode(Item.self, from: data).createdAt
        #expect(date?.timeIntervalSince1970 == 1_709_209_800)
    }

    @Test func decodesNullAndMissingAsNil() throws {
        for json in ["{}", #"{"created_at": null}"#] {
            #expect(try decoder().decode(Item.self, from: Data(json.utf8)).createdAt == nil)
        }
    }

    private static let failures: [(json: String, reason: String)] = [
        (#""soon""#, #"created_at: expected a date, found "soon""#),
        (#""""#, #"created_at: expected a date, found """#),
        (#""2024-02-29T12:30:00""#, #"created_at: expected a date with a time zone, found "2024-02-29T12:30:00""#),
        (#""2024-02-30T12:30:00Z""#, #"created_at: expected a date that exists, found "2024-02-30T12:30:00Z""#),
        (
            "1709209800000",
            "created_at: expected a date between the years 1 and 9999, or seconds since 1970, found 1709209800000"
        ),
        ("true", "created_at: expected Date, found true"), ("[]", "created_at: expected Date, found an array of 0"),
        ("{}", "created_at: expected Date, found an object"),
    ]

    @Test(arguments: failures)
    func errorNamesExpectedFormat(json: String, reason: String) throws {
        let client = makeClient(StubTransport { _ in .json(#"{"created_at": \#(json)}"#) })
        let error = try Recorder(client.send(Anything<Item>(options: RequestOptions(decoder: decoder())))).failure()
        #expect(error.stage == .decoding)
        #expect(error.reason == reason)
    }
}
