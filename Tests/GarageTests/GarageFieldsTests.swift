import Garage
import Rill
import RillHTTP
import RillHTTPTesting
import ServiceTestSupport
import Testing

@Suite struct GarageFieldsTests {
    @Test func isWrittenAsTheServerReadsIt() {
        let fields: GarageFields = ["id", .defaults, .field("user", ["id", .field("team", [.all])]), .all]
        #expect("\(fields)" == "id,__default__,user[id,team[*]],*")
        #expect(fields.queryText == fields.description)
        let short: GarageFields = ["id", "__default__", "user[id,team[*]]", "*"]
        #expect(short == fields)
        #expect(GarageFields("id, __default__,user[id,team[*]],*") == fields)
    }

    @Test(arguments: ["id", "*", "id,name", "a.b", "user[name]", "a[b[c[d]],e],f", "_links", "A9"])
    func isReadBackAsItWasWritten(text: String) throws {
        let fields = try #require(GarageFields(text))
        #expect(fields.description == text)
        #expect(throws: Never.self) { try fields.check() }
    }

    @Test(arguments: [
        "", " ", ",", "id,", ",id", "id,,name", "user[", "user[]", "user[name", "user]", "[id]", "user[name]]", "a b",
        "user name]", "é", "id!", "user[name]x", "a[b,]", "id\n", "a-b", String(repeating: "a[", count: 50_000),
        String(repeating: "a[", count: 40) + "b" + String(repeating: "]", count: 40),
    ])
    func refusesWhatIsNoSelection(text: String) {
        #expect(GarageFields(text) == nil)
    }

    @Test(
        arguments: [
            ([], "fields must name a property, or be nil for those that the server sends by itself"),
            ([.field("user", [])], "fields must name a property, or be nil for those that the server sends by itself"),
            ([""], "not \"\""), (["id", "user["], "not \"user[\""), (["a,b"], "not \"a,b\""),
            (["a&b=c"], "not \"a&b=c\""), ([.field("user", ["na me"])], "not \"na me\""),
        ] as [(GarageFields, String)])
    func failsTheRequestThatItCannotStandIn(fields: GarageFields, reason: String) throws {
        let transport = StubTransport { _ in .json("1") }
        let endpoint = GarageEndpoint<Int>("/a", fields: fields)
        let error = try Events.now(Fixtures.client(transport).send(endpoint)).failure()
        #expect(error.stage == .request)
        #expect(error.reason.hasSuffix(reason))
        #expect(error.underlying is GarageFieldsError)
        #expect(transport.requests.isEmpty)
        #expect(throws: GarageFieldsError.self) { try fields.check() }
    }

    @Test func isRefusedWhereItIsNestedTooDeep() {
        var fields: GarageFields = ["id"]
        for _ in 0..<1_000 { fields = [.field("a", fields)] }
        #expect(throws: GarageFieldsError.self) { try fields.check() }
    }

    @Test func goesBehindTheQueryOfTheRequest() {
        let transport = StubTransport { _ in .json("1") }
        let endpoint = GarageEndpoint<Int>("/a?x=1", query: ["page": 2], fields: [.defaults, "user[name]"])
        _ = Events.now(Fixtures.client(transport).send(endpoint))
        #expect(
            transport.requests.map(\.message.path) == ["/v1/a?x=1&page=2&fields=__default__%2Cuser%5Bname%5D"])
    }

    @Test func makesAnotherSelectionOfARequest() {
        struct Byline: Decodable, Sendable {
            let title: String?
        }
        let transport = StubTransport { _ in .json(#"[{"title":"a"},{}]"#) }
        let request = GarageExample.ListPosts(page: 3).selecting(["title"], as: [Byline].self)
        let events = Events.now(Fixtures.client(transport).send(request))
        #expect(events.values.map { $0.resource.map(\.title) } == [["a", nil]])
        #expect(transport.requests.map(\.message.path) == ["/v1/posts?page=3&per_page=20&fields=title"])
    }

    @Test func keepsAllElseOfTheRequestThatItIsASelectionOf() {
        struct Everything: GarageRequest {
            typealias Resource = Int
            var path: URLPath { "/a" }
            var method: HTTPRequest.Method { .put }
            var baseURL: String? { "https://other.example/v9" }
            var query: QueryItems { ["q": 1] }
            var headerFields: HTTPFields { [.userAgent: "me"] }
            var body: HTTPBody? { HTTPBody("x") }
            var rootKeyPath: String? { "data" }
            func accepts(_ status: HTTPResponse.Status) -> Bool { status == .notFound }
        }
        let transport = StubTransport { _ in .json(#"{"data":"s"}"#, status: .notFound) }
        let request = Everything().selecting(["b"], as: String.self)
        #expect(Events.now(Fixtures.client(transport).send(request)).values.map(\.resource) == ["s"])
        #expect(transport.requests.map(\.url) == ["https://other.example/v9/a?q=1&fields=b"])
        #expect(transport.requests.map(\.method) == [.put])
        #expect(transport.requests.map(\.bodyText) == ["x"])
        #expect(transport.requests.map { $0.headerFields[.userAgent] } == ["me"])
    }
}
