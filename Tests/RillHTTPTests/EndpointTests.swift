import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import Testing

/// Requests without a type of their own.
@Suite struct EndpointTests {
    @Test func parsesJSONTextAndVoid() throws {
        let transport = StubTransport { request in
            request.headerFields[.accept] == nil ? .text("up") : .json(#"[{"id":"a","items_count":1}]"#)
        }
        let client = makeClient(transport)
        let tags = try client.send(Endpoint<[Tag]>("/tags", query: ["page": 2])).wait(timeout: .seconds(10))
        #expect(tags == [Tag(id: "a", itemsCount: 1)])
        #expect(try client.send(Endpoint("/status", parser: .text)).wait(timeout: .seconds(10)) == "up")
        let id = "a/b"
        try client.send(Endpoint<Void>("/tags/\(id)", method: .delete)).wait(timeout: .seconds(10))
        #expect(transport.requests.map(\.method) == [.get, .get, .delete])
        #expect(
            transport.requests.map(\.message.path) == ["/api/v2/tags?page=2", "/api/v2/status", "/api/v2/tags/a%2Fb"])
    }

    @Test func acceptsCustomStatuses() throws {
        let transport = StubTransport { _ in .text("choose", status: 300) }
        var endpoint = Endpoint("/versions", parser: ResponseParser<String>.text)
        let error = try Recording(makeClient(transport).send(endpoint)).failure()
        #expect(error.stage == .status)
        endpoint.acceptedStatuses = [200...204, 300...300]
        #expect(try makeClient(transport).send(endpoint).wait(timeout: .seconds(10)) == "choose")
    }

    @Test func withHeadReturnsValueAndHead() throws {
        let transport = StubTransport { _ in .json("3", fields: [.eTag: "\"x\""]) }
        let endpoint = Endpoint("/count", parser: ResponseParser<Int>.json.withHead)
        let (value, head) = try makeClient(transport).send(endpoint).wait(timeout: .seconds(10))
        #expect(value == 3)
        #expect(head.headerFields[.eTag] == "\"x\"")
    }
}
