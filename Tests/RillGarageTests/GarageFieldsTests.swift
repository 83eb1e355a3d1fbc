import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct GarageFieldsTests {
    @Test func formatsSelection() {
        let fields: GarageFields = ["id", .defaults, .field("user", ["id", .field("team", [.all])]), .all]
        #expect("\(fields)" == "id,__default__,user[id,team[*]],*")
        #expect(fields.queryText == fields.description)
        let short: GarageFields = ["id", "__default__", "user[id,team[*]]", "*"]
        #expect(short == fields)
        #expect(GarageFields("id, __default__,user[id,team[*]],*") == fields)
    }

    @Test(arguments: ["id", "*", "id,name", "a.b", "user[name]", "a[b[c[d]],e],f", "_links", "A9"])
    func parsedSelectionRoundTrips(text: String) throws {
        let fields = try #require(GarageFields(text))
        #expect(fields.description == text)
        #expect(throws: Never.self) { try fields.check() }
    }

    @Test(arguments: [
        "", " ", ",", "id,", ",id", "id,,name", "user[", "user[]", "user[name", "user]", "[id]", "user[name]]", "a b",
        "user name]", "é", "id!", "user[name]x", "a[b,]", "id\n", "a-b", String(repeating: "a[", count: 50_000),
        String(repeating: "a[", count: 40) + "b" + String(repeating: "]", count: 40),
    ])
    func rejectsInvalidSelections(text: String) {
        #expect(GarageFields(text) == nil)
    }

    private static let hint = ". Use letters, digits, _ and ., or *, with nested fields in brackets"

    @Test(
        arguments: [
            ([], "fields must not be empty. Use nil to select the server's default fields"),
            ([.field("user", [])], "fields must not be empty. Use nil to select the server's default fields"),
            ([""], "invalid field name \"\"\(hint)"), (["id", "user["], "invalid field name \"user[\"\(hint)"),
            (["a,b"], "invalid field name \"a,b\"\(hint)"), (["a&b=c"], "invalid field name \"a&b=c\"\(hint)"),
            ([.field("user", ["na me"])], "invalid field name \"na me\"\(hint)"),
        ] as [(GarageFields, String)])
    func invalidSelectionFailsRequest(fields: GarageFields, reason: String) throws {
        let transport = StubTransport { _ in .json("1") }
        let endpoint = GarageEndpoint<Int>("/a", fields: fields)
        let error = try Recorder(Fixtures.client(transport).send(endpoint)).failure()
        #expect(error.stage == .request)
        #expect(error.reason == reason)
        #expect(error.underlying is GarageFieldsError)
        #expect(transport.requests.isEmpty)
        #expect(throws: GarageFieldsError.self) { try fields.check() }
    }

    @Test func rejectsDeeplyNestedSelection() {
        var fields: GarageFields = ["id"]
        for _ in 0..<1_000 { fields = [.field("a", fields)] }
        #expect(throws: GarageFieldsError.self) { try fields.check() }
    }

    @Test func appendsFieldsToQuery() {
        let transport = StubTransport { _ in .json("1") }
        let endpoint = GarageEndpoint<Int>("/a?x=1", query: ["page": 2], fields: [.defaults, "user[name]"])
        _ = Recorder(Fixtures.client(transport).send(endpoint))
        #expect(
            transport.requests.map(\.message.path) == ["/v1/a?x=1&page=2&fields=__default__%2Cuser%5Bname%5D"])
    }

    @Test func clientWithoutGarageAppendsFields() {
        let transport = StubTransport { _ in .json("1") }
        let client = Client(baseURL: "https://h/v1", transport: transport)
        _ = Recorder(client.send(GarageEndpoint<Int>("/a", fields: ["id"])))
        _ = Recorder(client.send(GarageEndpoint<Int>("/a", fields: ["id"]).selecting(["b"], as: Int.self)))
        #expect(transport.requests.map(\.message.path) == ["/v1/a?fields=id", "/v1/a?fields=b"])
    }

    @Test func requestFailsBeforeSendingWhenGetterThrows() throws {
        struct TestError: Error {}
        struct Throwing: GarageRequest {
            typealias Resource = Int
            let path: URLPath = "/a"
            let property: String
            var fields: GarageFields { get throws { try check("fields", ["id"]) } }
            var rootKeyPath: String { get throws { try check("rootKeyPath", "data") } }

            private func check<Value>(_ name: String, _ value: Value) throws -> Value {
                if name == property { throw TestError() }
                return value
            }
        }
        let transport = StubTransport { _ in .json("1") }
        let client = Fixtures.client(transport)
        for property in ["fields", "rootKeyPath"] {
            #expect(try Recorder(client.send(Throwing(property: property))).failure().underlying is TestError)
        }
        let selection = Throwing(property: "rootKeyPath").selecting(["b"], as: Int.self)
        #expect(try Recorder(client.send(selection)).failure().underlying is TestError)
        #expect(transport.requests.isEmpty)
    }

    @Test func selectingReplacesFieldsAndType() {
        struct Byline: Decodable, Sendable {
            let title: String?
        }
        let transport = StubTransport { _ in .json(#"[{"title":"a"},{}]"#) }
        let request = GarageExample.ListPosts(page: 3).selecting(["title"], as: [Byline].self)
        let recorder = Recorder(Fixtures.client(transport).send(request))
        #expect(recorder.values.map { $0.resource.map(\.title) } == [["a", nil]])
        #expect(transport.requests.map(\.message.path) == ["/v1/posts?page=3&per_page=20&fields=title"])
    }

    @Test func selectingKeepsValidation() throws {
        let transport = StubTransport { _ in .json("[]") }
        let client = Fixtures.client(transport)
        let request = GarageExample.ListPosts(page: 0).selecting(["title"], as: [GarageExample.PartialPost].self)
        let reason = "page must be at least 1, got 0"
        #expect(try Recorder(client.send(request)).failure().reason == reason)
        #expect(try Recorder(client.pages(request)).failure().reason == reason)
        #expect(transport.requests.isEmpty)
    }

    @Test func selectingKeepsOtherProperties() {
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
        #expect(Recorder(Fixtures.client(transport).send(request)).values.map(\.resource) == ["s"])
        #expect(transport.requests.map(\.url) == ["https://other.example/v9/a?q=1&fields=b"])
        #expect(transport.requests.map(\.method) == [.put])
        #expect(transport.requests.map(\.bodyText) == ["x"])
        #expect(transport.requests.map { $0.headerFields[.userAgent] } == ["me"])
    }
}
