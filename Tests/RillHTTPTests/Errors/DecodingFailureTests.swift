import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct DecodingFailureTests {
    private struct Item: Decodable, Sendable {
        struct Owner: Decodable, Sendable {
            var name: String
        }

        enum Kind: String, Decodable {
            case big
        }

        var followersCount: Int
        var owner: Owner?
        var kind: Kind?
        var tags: [String]?
        var map: [String: Int]?
        var date: Date?
        var flag: Bool?
        var url: URL?

        enum CodingKeys: String, CodingKey {
            case followersCount = "followers_count"
            case owner
            case kind
            case tags
            case map
            case date
            case flag
            case url
        }
    }

    private static let items: [(json: String, reason: String)] = [
        (#"[{"followers_count":1},{"followers_count":"12"}]"#, #"[1].followers_count: expected Int, found "12""#),
        (#"[{}]"#, "[0].followers_count: missing"),
        (#"[{"followers_count":null}]"#, "[0].followers_count: expected Int, found null"),
        (#"[{"followers_count":true}]"#, "[0].followers_count: expected Int, found true"),
        (#"[{"followers_count":[1,2]}]"#, "[0].followers_count: expected Int, found an array of 2"),
        (#"[{"followers_count":{}}]"#, "[0].followers_count: expected Int, found an object"),
        (#"[{"followers_count":1,"owner":{}}]"#, "[0].owner.name: missing"),
        (#"[{"followers_count":1,"owner":{"name":null}}]"#, "[0].owner.name: expected String, found null"),
        (#"[{"followers_count":1,"owner":[]}]"#, "[0].owner: expected an object, found an array of 0"),
        (#"[{"followers_count":1,"tags":["a",2]}]"#, "[0].tags[1]: expected String, found 2"),
        (#"[{"followers_count":1,"tags":{}}]"#, "[0].tags: expected an array, found an object"),
        (#"[{"followers_count":1,"map":{"a.b":"x"}}]"#, #"[0].map.a.b: expected Int, found "x""#),
        (#"[{"followers_count":1,"map":{"7":"x"}}]"#, #"[0].map.7: expected Int, found "x""#),
        (#"[{"followers_count":1,"flag":0}]"#, "[0].flag: expected Bool, found 0"),
        (#"[{"followers_count":1,"date":"now"}]"#, #"[0].date: expected Double, found "now""#),
        (#"{"items":[]}"#, "expected an array, found an object"), ("null", "expected an array, found null"),
        ("3.5", "expected an array, found 3.5"),
        ("18446744073709551615", "expected an array, found 18446744073709551615"),
        (
            #"[{"followers_count":"\#(String(repeating: "long ", count: 50))"}]"#,
            "[0].followers_count: expected Int, found a string of 249 bytes"
        ),
    ]

    private func reason<Value: Decodable & Sendable>(
        _ body: String, type: String = "application/json", as _: Value.Type, decoder: JSONDecoder? = nil
    ) throws -> String {
        let client = makeClient(StubTransport { _ in .text(body, type: type) })
        let error = try Recorder(client.send(Anything<Value>(options: RequestOptions(decoder: decoder)))).failure()
        #expect(error.stage == .decoding)
        return error.reason
    }

    @Test(arguments: items)
    func describesPathExpectedAndFoundValue(json: String, reason: String) throws {
        #expect(try self.reason(json, as: [Item].self) == reason)
    }

    @Test func describesInvalidValues() throws {
        for (field, value) in [("kind", "small"), ("url", "")] {
            let reason = try reason("[{\"followers_count\":1,\"\(field)\":\"\(value)\"}]", as: [Item].self)
            #expect(reason.hasPrefix("[0].\(field): "), "\(reason)")
            #expect(reason.hasSuffix(", found \"\(value)\""), "\(reason)")
        }
        // The decoder does not report which number is invalid.
        let number = try reason(#"[{"followers_count":1.5}]"#, as: [Item].self)
        #expect(number == "a number does not fit its type: it has a fraction or is too large")
        let invalid =
            "a string is not UTF-8 or has an invalid escape or control character, or a number is invalid or too large"
        for text in [#"["\ud800"]"#, #"["\x"]"#, "[\"\n\"]"] {
            #expect(try reason(text, as: [String].self) == invalid)
        }
        // JSONSerialization rejects a number that is too large for a Double.
        #expect(try reason("[1e999]", as: [Int].self) == invalid)
    }

    @Test func convertsKeysToServerSpelling() throws {
        struct Camel: Decodable { var followersCount: Int }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let found = try reason(#"[{"followers_count":"x"}]"#, as: [Camel].self, decoder: decoder)
        #expect(found == #"[0].followers_count: expected Int, found "x""#)
        #expect(try reason("[{}]", as: [Camel].self, decoder: decoder) == "[0].followers_count: missing")
        struct Acronym: Decodable { var pageURL: Int }
        #expect(try reason("{}", as: Acronym.self, decoder: decoder) == "page_url: missing")
    }

    @Test func findsSnakeCaseKeyWithLeadingUnderscore() throws {
        struct Underscored: Decodable {
            enum CodingKeys: String, CodingKey { case size = "_pageSize" }
            var size: Int
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let found = try reason(#"{"_page_size":"x"}"#, as: Underscored.self, decoder: decoder)
        #expect(found == #"_page_size: expected Int, found "x""#)
    }

    @Test func reportsBodyThatIsNotJSON() throws {
        #expect(try reason("", as: [Item].self) == "the body is empty")
        #expect(try reason("[1,", as: [Item].self) == "the body is not JSON (Content-Type: application/json)")
        let page = try reason("<!DOCTYPE html><p>Sign in", type: "text/html", as: [Item].self)
        #expect(page == "the body is not JSON (Content-Type: text/html)")
    }

    @Test func showsBeginningOfBodyThatIsNotJSON() throws {
        let client = makeClient(StubTransport { _ in .text("<!DOCTYPE html>\n<p>Sign in", type: "text/html") })
        let error = try Recorder(client.send(Anything<Int>())).failure()
        #expect("\(error)".hasSuffix("\nBody: <!DOCTYPE html> <p>Sign in"))
    }

    @Test func handlesDeeplyNestedAndBinaryBodies() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(try reason(deep, as: [Item].self).hasPrefix("the body is not JSON"))
        let client = makeClient(StubTransport { _ in .respond(chunks: [.init([0x1F, 0x8B, 0x08, 0x00, 0xFF])]) })
        let error = try Recorder(client.send(Anything<Int>())).failure()
        #expect(error.bodyPrefix == "5 bytes of binary data: 1f 8b 08 00 ff")
    }
}
