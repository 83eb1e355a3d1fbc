import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

/// Tests each operation: the sent request, the decoded response and an error response.
@Suite struct GarageExampleTests {
    private typealias User = GarageExample.User
    private typealias Post = GarageExample.Post

    private let bob = User(id: 2, name: "bob", email: "bob@example.com", postsPath: "/v1/users/2/posts")
    private let post = Post(id: 7, title: "A<B", body: "text", publishedAt: Fixtures.date)
    private let draft = Post(id: 8, title: "Draft")

    /// Runs an operation and returns the sent request and the value.
    ///
    /// Also checks that the operation reports an error response.
    private func run<Value: Sendable>(
        _ response: StubTransport.Response, _ operation: (GarageExample) -> Observable<Value>
    ) throws -> (sent: String, value: Value) {
        let transport = StubTransport { _ in response }
        let recorder = Recorder(operation(GarageExample(Fixtures.client(transport, token: "t"))))
        #expect(recorder.isCompleted)
        #expect(recorder.values.count == 1)
        #expect(transport.requests.count == 1)
        let request = try #require(transport.requests.first)
        #expect(request.headerFields[.authorization] == "Bearer t")
        #expect(request.headerFields[.accept] == "application/json")
        #expect(request.headerFields[.contentType] == (request.body == nil ? nil : "application/json"))
        let failingTransport = StubTransport { _ in .json(#"{"status_code":403,"error":"no"}"#, status: 403) }
        let error = try Recorder(operation(GarageExample(Fixtures.client(failingTransport)))).failure()
        #expect(error.garage?.kind == .forbidden)
        let body = request.bodyText.map { " " + $0 } ?? ""
        return ("\(request.method) \(request.message.path ?? "")\(body)", try #require(recorder.values.first))
    }

    /// Verifies the sent request and the value of an operation.
    private func check<Value: Sendable & Equatable>(
        _ sent: String, _ value: Value, _ json: String, _ operation: (GarageExample) -> Observable<Value>
    ) throws {
        let result = try run(.json(json), operation)
        #expect(result.sent == sent)
        #expect(result.value == value, "\(sent)")
    }

    @Test func readsUsersAndPosts() throws {
        try check("GET /v1/users/2", bob, Fixtures.bob) { $0.user(id: 2) }
        try check("GET /v1/posts/7", post, Fixtures.post) { $0.post(id: 7) }
        try check("GET /v1/users/2/posts?page=3&per_page=20", [post], "[\(Fixtures.post)]") {
            $0.posts(ofUser: 2, page: 3).map(\.resource)
        }
        try check("GET /v1/posts?page=1&per_page=20", [post, draft], "[\(Fixtures.post),\(Fixtures.draft)]") {
            $0.posts().map(\.resource)
        }
    }

    @Test func readsSelectedFields() throws {
        typealias PartialUser = GarageExample.PartialUser
        typealias PartialPost = GarageExample.PartialPost
        try check("GET /v1/users?page=1&per_page=20&fields=id", [PartialUser(id: 2), PartialUser()], #"[{"id":2},{}]"#)
        {
            $0.users(fields: ["id"]).map(\.resource)
        }
        try check(
            "GET /v1/users/2?fields=_links", PartialUser(postsPath: "/p"), #"{"_links":{"posts":{"href":"/p"}}}"#
        ) { $0.user(id: 2, fields: ["_links"]) }
        try check("GET /v1/posts/7?fields=title", PartialPost(title: "a"), #"{"title":"a"}"#) {
            $0.post(id: 7, fields: ["title"])
        }
        try check(
            "GET /v1/posts?page=1&per_page=20&fields=__default__%2Cuser%5Bname%5D",
            [PartialPost(id: 7, user: PartialUser(name: "bob")), PartialPost()],
            #"[{"id":7,"user":{"name":"bob"}},{"user":null}]"#
        ) { $0.posts(fields: [.defaults, "user[name]"]).map(\.resource) }
    }

    // MARK: Users

    @Test func listsUsers() throws {
        let fields: HTTPFields = [Fixtures.totalCount: "45", .link: Fixtures.link(("next", 3), size: 1)]
        let (sent, response) = try run(.json("[\(Fixtures.bob)]", fields: fields)) { $0.users(page: 2, perPage: 1) }
        #expect(sent == "GET /v1/users?page=2&per_page=1")
        #expect(response.resource == [bob])
        #expect(response.totalCount == 45)
        #expect(response.links.next?.page == 3)
    }

    @Test func renamesUser() throws {
        let (sent, _) = try run(.status(.noContent)) { $0.updateUser(id: 2, name: "Böb") }
        #expect(sent == #"PATCH /v1/users/2 {"name":"Böb"}"#)
        var request = GarageExample.UpdateUser(id: 2, name: "b")
        request.method = .put
        let put = try run(.status(.noContent)) { [request] in $0.client.send(request) }
        #expect(put.sent == #"PUT /v1/users/2 {"name":"b"}"#)
    }

    // MARK: Posts

    @Test func createsPost() throws {
        let fields: HTTPFields = [.location: "https://garage.example/v1/posts/8"]
        let created = StubTransport.Response.json(Fixtures.draft, status: .created, fields: fields)
        let (sent, response) = try run(created) { $0.createPost(title: "Draft") }
        #expect(sent == #"POST /v1/posts {"title":"Draft"}"#)
        #expect(response.resource == draft)
        #expect(response.location == URL(string: "https://garage.example/v1/posts/8"))
        #expect(response.head.status == .created)
        #expect(
            try run(created) { $0.createPost(title: "a", text: "b\"") }.sent
                == #"POST /v1/posts {"body":"b\"","title":"a"}"#)
    }

    @Test func updatesOnlySpecifiedProperties() throws {
        func sent(_ operation: (GarageExample) -> Observable<Void>) throws -> String {
            try run(.status(.noContent), operation).sent
        }
        #expect(try sent { $0.updatePost(id: 7) } == "PATCH /v1/posts/7 {}")
        #expect(try sent { $0.updatePost(id: 7, title: "t") } == #"PATCH /v1/posts/7 {"title":"t"}"#)
        #expect(
            try sent { $0.updatePost(id: 7, text: .null, publishedAt: .null) }
                == #"PATCH /v1/posts/7 {"body":null,"published_at":null}"#)
        #expect(
            try sent { $0.updatePost(id: 7, text: .value(""), publishedAt: .value(Fixtures.date)) }
                == #"PATCH /v1/posts/7 {"body":"","published_at":"2014-11-05T07:24:56.126Z"}"#)
    }

    @Test func deletesPost() throws {
        #expect(try run(.status(.noContent)) { $0.deletePost(id: 7) }.sent == "DELETE /v1/posts/7")
    }

    // MARK: Validation

    @Test(arguments: [
        (0, 20, "page must be at least 1, got 0"), (-1, 20, "page must be at least 1, got -1"),
        (1, 0, "per_page must be at least 1, got 0"),
    ])
    func rejectsPageNumbersOutOfRange(page: Int, perPage: Int, reason: String) throws {
        let transport = StubTransport { _ in .json("[]") }
        let example = GarageExample(Fixtures.client(transport))
        let failures = [
            try Recorder(example.users(page: page, perPage: perPage)).failure(),
            try Recorder(example.posts(page: page, perPage: perPage, fields: ["id"])).failure(),
            try Recorder(example.posts(ofUser: 1, page: page, perPage: perPage)).failure(),
            try Recorder(example.client.pages(GarageExample.ListPosts(page: page, perPage: perPage))).failure(),
        ]
        #expect(failures.map(\.stage) == Array(repeating: .request, count: 4))
        #expect(failures.map(\.reason) == Array(repeating: reason, count: 4))
        #expect(transport.requests.isEmpty)
    }
}
