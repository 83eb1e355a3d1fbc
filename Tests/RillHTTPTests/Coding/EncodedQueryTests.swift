import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests requests whose query is encoded from an `Encodable` value.
@Suite struct EncodedQueryTests {
    private struct Search: Request, Encodable {
        typealias Response = [ItemTag]

        enum CodingKeys: String, CodingKey {
            case text
            case tags
            case limit
        }

        var text: String
        var tags: [String] = []
        var limit: Double?
        var path: URLPath { "/search?sort=new" }
        var query: QueryItems { get throws { try QueryItems(encoding: self) } }
    }

    @Test func appendsEncodedQueryToPathQuery() throws {
        let transport = StubTransport { _ in .json("[]") }
        #expect(Recorder(makeClient(transport).send(Search(text: "C++ 日本", tags: ["a&b", "c"]))).hasSingleElement)
        let url = "https://qiita.com/api/v2/search?sort=new&text=C%2B%2B%20%E6%97%A5%E6%9C%AC&tags=a%26b&tags=c"
        #expect(transport.requests.map(\.url) == [url])
    }

    @Test func encodingErrorFailsBeforeSending() throws {
        let transport = StubTransport { _ in .json("[]") }
        let client = makeClient(transport)
        let search = Search(text: "x", limit: .nan)
        let error = try Recorder(client.send(search)).failure()
        #expect(error.stage == .request)
        #expect(error.underlying is EncodingError)
        #expect(error.attempts == 0)
        #expect(error.reason.contains("the number is not finite"))
        #expect(error.reason.contains("limit"))
        #expect(try Recorder(client.stream(search, as: .chunks)).failure().stage == .request)
        #expect(transport.requests.isEmpty)
    }

    @Test func sendsQueryItemsUnchanged() {
        let transport = StubTransport { _ in .json(tagsJSON) }
        #expect(Recorder(makeClient(transport).send(Tags(page: 2))).hasSingleElement)
        #expect(transport.requests.map(\.url) == ["https://qiita.com/api/v2/tags?page=2"])
    }
}
