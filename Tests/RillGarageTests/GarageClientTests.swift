import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct GarageClientTests {
    private struct Recipe: Decodable, Sendable, Equatable {
        let title: String
    }

    /// A typical request type for a custom server.
    private struct ListRecipes: GarageRequest {
        typealias Resource = [Recipe]
        let text: String
        var path: URLPath { "/recipes" }
        var query: QueryItems { ["q": text, "per_page": 50] }
        var fields: GarageFields? { ["id", "title", "user[name]"] }
    }

    @Test func queryOfTheEndpointFollowsThePath() throws {
        let endpoint = "https://api.example.com/a/?tenant=1"
        let transport = StubTransport { _ in .json("[]") }
        let oauth = GarageOAuth(endpoint: endpoint, clientID: "a", clientSecret: "b", transport: transport)
        #expect(
            Recorder(GarageClient(endpoint: endpoint, transport: transport).send(ListRecipes(text: "a"))).isCompleted)
        #expect(Recorder(oauth.token(.password(username: "u", password: "p"))).error != nil)
        #expect(transport.requests.map(\.path) == ["/a/v1/recipes", "/a/oauth/token"])
        #expect(transport.requests.allSatisfy { $0.queryItem("tenant") == "1" })
    }

    @Test func sendsCustomRequest() throws {
        let transport = StubTransport { _ in
            .json(
                #"[{"title":"a"},{"title":"b"}]"#,
                fields: [Fixtures.totalCount: "2", .link: Fixtures.link(("next", 2), path: "/v1/recipes", size: 50)])
        }
        let client = Fixtures.client(transport, token: "t0ken-of-mine")
        let stream = client.send(ListRecipes(text: "C++ & tofu"))
        #expect(transport.requests.isEmpty)
        let recorder = Recorder(stream)
        #expect(recorder.isCompleted)
        let response = try #require(recorder.values.first)
        #expect(response.resource == [Recipe(title: "a"), Recipe(title: "b")])
        #expect(response.totalCount == 2)
        #expect(response.links.next?.page == 2)
        #expect(
            transport.requests.map(\.url) == [
                "https://garage.example/v1/recipes?q=C%2B%2B%20%26%20tofu&per_page=50&fields=id%2Ctitle%2Cuser%5Bname%5D"
            ])
        #expect(transport.requests.first?.method == .get)
        #expect(
            transport.requests.first?.headerFields == [
                .accept: "application/json", .authorization: "Bearer t0ken-of-mine",
            ])
        #expect(transport.requests.first?.body == nil)
    }

    @Test func decodesObjectsAndLists() {
        let transport = StubTransport { request in
            if request.headerFields[.accept]?.contains("dictionary") == true {
                return .json(#"{"7":{"title":"a"}}"#)
            }
            return request.path.hasSuffix("/1") ? .json(#"{"title":"a"}"#) : .json(#"[{"title":"a"}]"#)
        }
        let client = Fixtures.client(transport)
        let one = Recorder(client.send(GarageEndpoint<Recipe>("/recipes/1")))
        let list = Recorder(client.send(GarageEndpoint<[Recipe]>("/recipes")))
        let dictionary = GarageEndpoint<[String: Recipe]>(
            "/recipes", headerFields: [.accept: "application/vnd.cookpad.dictionary+json"])
        let byID = Recorder(client.send(dictionary))
        #expect(one.values.map(\.resource) == [Recipe(title: "a")])
        #expect(list.values.map(\.resource) == [[Recipe(title: "a")]])
        #expect(byID.values.map(\.resource) == [["7": Recipe(title: "a")]])
    }

    @Test(arguments: [
        ("https://garage.example", "v1", "https://garage.example/v1/a"),
        ("https://garage.example/", "/v1/", "https://garage.example/v1/a"),
        ("https://garage.example", "", "https://garage.example/a"),
        ("https://garage.example//", "/", "https://garage.example/a"),
        ("https://garage.example/api", "internal/v2", "https://garage.example/api/internal/v2/a"),
        ("http://localhost:3000", "v1", "http://localhost:3000/v1/a"),
    ])
    func prependsPathPrefix(endpoint: String, prefix: String, url: String) {
        let transport = StubTransport { _ in .json("1") }
        let client = GarageClient(endpoint: endpoint, pathPrefix: prefix, transport: transport)
        for path: URLPath in ["/a", "a"] {
            #expect(Recorder(client.send(GarageEndpoint<Int>(path))).values.map(\.resource) == [1])
        }
        #expect(transport.requests.map(\.url) == [url, url])
    }

    @Test func requestFieldsOverrideDefaultFields() {
        let transport = StubTransport { _ in .json("1") }
        let client = GarageClient(
            endpoint: Fixtures.endpoint, defaultFields: [.userAgent: "mine", .accept: "application/x"],
            transport: transport)
        _ = Recorder(client.send(GarageEndpoint<Int>("/a")))
        _ = Recorder(client.send(GarageEndpoint<Int>("/a", headerFields: [.userAgent: "other"])))
        #expect(
            transport.requests.map(\.headerFields) == [
                [.accept: "application/x", .userAgent: "mine"], [.accept: "application/x", .userAgent: "other"],
            ])
    }

    @Test(arguments: [nil, ""]) func treatsEmptyTokenAsNone(token: String?) {
        let transport = StubTransport { _ in .json("1") }
        _ = Recorder(Fixtures.client(transport, token: token).send(GarageEndpoint<Int>("/a")))
        #expect(transport.requests.map { $0.headerFields[.authorization] } == [nil])
    }

    @Test func decodesAtRootKeyPath() throws {
        let transport = StubTransport { _ in .json(#"{"data":{"recipes":[{"title":"a"}]}}"#) }
        let endpoint = GarageEndpoint<[Recipe]>("/recipes", rootKeyPath: "data.recipes")
        #expect(
            Recorder(Fixtures.client(transport).send(endpoint)).values.map(\.resource) == [[Recipe(title: "a")]])
        let missing = GarageEndpoint<[Recipe]>("/recipes", rootKeyPath: "data.users")
        let error = try Recorder(Fixtures.client(transport).send(missing)).failure()
        #expect(error.stage == .decoding)
        #expect(error.reason == "data.users: missing")
    }

    @Test func decodesEmptyBody() throws {
        let transport = StubTransport { _ in .status(.noContent) }
        let client = Fixtures.client(transport)
        #expect(Recorder(client.send(GarageEndpoint<Void>("/a", method: .delete))).values.count == 1)
        #expect(Recorder(client.send(GarageEndpoint<Recipe?>("/a"))).values.map(\.resource) == [nil])
        let nested = GarageEndpoint<Recipe?>("/a", rootKeyPath: "data")
        #expect(Recorder(client.send(nested)).values.map(\.resource) == [nil])
        let error = try Recorder(client.send(GarageEndpoint<Recipe>("/a"))).failure()
        #expect(error.stage == .decoding)
        #expect(error.reason == "the body is empty")
        #expect(transport.requests.map(\.method) == [.delete, .get, .get, .get])
    }

    @Test func ignoresBodyOfUpdateResponse() {
        let transport = StubTransport { _ in .json(Fixtures.post) }
        let recorder = Recorder(Fixtures.client(transport).send(GarageExample.UpdatePost(id: 7, title: "x")))
        #expect(recorder.values.count == 1)
        #expect(recorder.isCompleted)
    }

    @Test func sendsJSONAndForms() {
        let transport = StubTransport { _ in .json("1") }
        let client = Fixtures.client(transport)
        let json = GarageEndpoint<Int>("/a", method: .post, body: .garage(["b": Date(timeIntervalSince1970: 0.5)]))
        let form = GarageEndpoint<Int>("/a", method: .put, body: .form(["b": "x y", "c": nil, "d": "ü"]))
        _ = Recorder(client.send(json))
        _ = Recorder(client.send(form))
        #expect(transport.requests.map(\.bodyText) == [#"{"b":"1970-01-01T00:00:00.500Z"}"#, "b=x+y&d=%C3%BC"])
        #expect(
            transport.requests.map { $0.headerFields[.contentType] } == [
                "application/json", "application/x-www-form-urlencoded",
            ])
    }

    @Test func usesCustomDecoder() {
        struct Row: Decodable, Sendable {
            let itemCount: Int
        }
        let decoder = GarageClient.makeDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let transport = StubTransport { request in
            request.path.hasSuffix("/posts/7") ? .json(Fixtures.post) : .json(#"{"item_count":7}"#)
        }
        let client = GarageClient(endpoint: Fixtures.endpoint, decoder: decoder, transport: transport)
        #expect(Recorder(client.send(GarageEndpoint<Row>("/a"))).values.map(\.resource.itemCount) == [7])
        // The example models define their own keys, regardless of the decoder's key strategy.
        #expect(Recorder(GarageExample(client).post(id: 7)).values.first?.publishedAt != nil)
    }

    @Test func failsAfterTimeout() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .json("1", after: .seconds(9)) }
        let client = GarageClient(
            endpoint: Fixtures.endpoint, transport: transport, timeout: .seconds(5), scheduler: scheduler)
        let recorder = Recorder(client.send(GarageEndpoint<Int>("/a")))
        scheduler.advance(by: .seconds(4))
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .seconds(1))
        #expect(try recorder.failure().stage == .deadline)
        #expect(transport.requests.first?.isCancelled == true)
    }

    @Test func disposalCancelsRequest() {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .json("1", after: .seconds(9)) }
        let (recorder, subscription) = Fixtures.client(transport).send(GarageEndpoint<Int>("/a")).record()
        subscription.dispose()
        scheduler.advance(by: .seconds(9))
        #expect(recorder.events.isEmpty)
        #expect(transport.requests.map(\.state) == [.cancelled])
    }

    @Test(arguments: ["garage.example", "", "ftp://garage.example", "https://"])
    func rejectsInvalidEndpoint(endpoint: String) throws {
        let transport = StubTransport { _ in .json("1") }
        let client = GarageClient(endpoint: endpoint, accessToken: "x", transport: transport)
        let error = try Recorder(client.send(GarageEndpoint<Int>("/a"))).failure()
        #expect(error.stage == .request)
        #expect(transport.requests.isEmpty)
    }

    @Test func redactsToken() throws {
        let transport = StubTransport { _ in
            .json(#"{"status_code":401,"error":"no t0ken-of-mine here"}"#, status: 401)
        }
        let client = Fixtures.client(transport, token: "t0ken-of-mine")
        let error = try Recorder(client.send(GarageEndpoint<Int>("/a"))).failure()
        #expect(transport.requests.first?.headerFields[.authorization] == "Bearer t0ken-of-mine")
        let garage = try #require(error.garage)
        #expect(garage.message == "no <redacted> here")
        for text in texts(client) + texts(error) + texts(garage) + texts(GarageExample(client)) {
            #expect(!text.contains("t0ken"))
        }
        #expect("\(client)" == "GarageClient(client: Client(https://garage.example/v1))")
        let user = GarageClient(endpoint: "https://user:pa55word@garage.example")
        for text in texts(user) { #expect(!text.contains("pa55word")) }
    }
}

/// Returns all textual representations of a value.
func texts(_ value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), dumped]
}
