import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests optional responses, which can be empty.
@Suite struct ResponseParserOptionalTests {
    private struct Find: Request {
        typealias Response = ItemTag?
        var method = HTTPRequest.Method.get
        var path: URLPath { "/tags/latest" }
    }

    private static let tag = #"{"id": "swift", "items_count": 1}"#

    private static let responses: [(response: StubTransport.Response, value: ItemTag?)] = [
        (.json(tag), ItemTag(id: "swift", itemsCount: 1)), (.status(.noContent), nil), (.status(.resetContent), nil),
        (.json("null"), nil), (.status(.ok, fields: [.contentLength: "0"]), nil), (.respond(chunks: []), nil),
        (.respond(chunks: ["", ""]), nil),
    ]

    @Test(arguments: responses)
    func decodesEmptyResponseAsNil(response: StubTransport.Response, value: ItemTag?) {
        let recorder = Recorder(makeClient(StubTransport { _ in response }).send(Find()))
        #expect(recorder.values == [value])
        #expect(recorder.isCompleted)
    }

    @Test func decodesResponseToHEADAsNil() throws {
        let server = try LoopbackServer { _ in .json(Self.tag) }
        defer { server.stop() }
        let client = Client(baseURL: server.baseURL)
        #expect(try client.send(Find(method: .head)).toArray().wait(timeout: .seconds(30)) == [nil])
        #expect(try client.send(Find()).toArray().wait(timeout: .seconds(30)) == [ItemTag(id: "swift", itemsCount: 1)])
    }

    @Test func invalidBodyFailsForOptionalResponse() throws {
        let failures = [
            ("{}", "id: missing"), (" ", "the body is not JSON (Content-Type: application/json)"),
            (#""""#, #"expected an object, found """#),
        ]
        for (json, reason) in failures {
            let error = try Recorder(makeClient(StubTransport { _ in .json(json) }).send(Find())).failure()
            #expect(error.stage == .decoding)
            #expect(error.reason == reason)
        }
    }

    @Test func errorStatusFailsForOptionalResponse() throws {
        let client = makeClient(StubTransport { _ in .status(.notFound) })
        #expect(try Recorder(client.send(Find())).failure().stage == .status)
    }

    @Test func emptyBodyFailsForNonOptionalResponse() throws {
        let client = makeClient(StubTransport { _ in .status(.noContent) })
        #expect(try Recorder(client.send(Anything<ItemTag>())).failure().reason == "the body is empty")
    }

    @Test func decodesOptionalEndpointAndData() throws {
        let client = makeClient(StubTransport { $0.number == 2 ? .text("abc") : .status(.noContent) })
        #expect(Recorder(client.send(Endpoint<ItemTag?>("/a"))).values == [nil])
        let data = (0..<2).map { _ in Recorder(client.send(Endpoint<Data?>("/a"))).values }
        #expect(data == [[nil], [Data("abc".utf8)]])
        #expect(Recorder(client.send(Endpoint<[ItemTag]?>("/a"))).values == [nil])
    }
}
