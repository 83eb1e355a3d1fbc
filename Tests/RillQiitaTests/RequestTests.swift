import Rill
import RillHTTP
import RillHTTPTesting
import RillQiita
import RillServiceTestSupport
import RillTesting
import Testing

/// Compares the sent requests for items, comments, users and relations.
@Suite struct RequestTests {
    private static let base = "https://qiita.com/api/v2"

    /// Sends a request, and returns the sent method, URL and body.
    private func sent<Value>(
        _ response: StubTransport.Response, _ send: (QiitaClient) -> Observable<Value>,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let transport = StubTransport { _ in response }
        let recorder = Recorder(send(QiitaClient(token: "t", transport: transport)))
        #expect(recorder.values.count == 1, "\(recorder.events)", sourceLocation: location)
        #expect(recorder.isCompleted, sourceLocation: location)
        let request = try #require(transport.requests.first, sourceLocation: location)
        let type = request.headerFields[.contentType].map { "\($0) " } ?? ""
        let url = request.url.replacing(Self.base, with: "")
        return ["\(request.method) \(url)"] + (request.bodyText.map { [type + $0] } ?? [])
    }

    @Test(arguments: [
        (ItemList.all, "/items?page=2&per_page=50"),
        (.matching("tag:C++ stocks:>10"), "/items?page=2&per_page=50&query=tag%3AC%2B%2B%20stocks%3A%3E10"),
        (.tagged("C++"), "/tags/C%2B%2B/items?page=2&per_page=50"),
        (.published(by: "a b"), "/users/a%20b/items?page=2&per_page=50"),
        (.stocked(by: "rill"), "/users/rill/stocks?page=2&per_page=50"),
        (.authenticatedUser, "/authenticated_user/items?page=2&per_page=50"),
    ])
    func listsItems(list: ItemList, target: String) throws {
        let response = StubTransport.Response.json("[\(Fixtures.item)]")
        #expect(try sent(response) { $0.items(list, page: 2, perPage: 50) } == ["GET \(target)"])
    }

    @Test func readsAndWritesItems() throws {
        let item = StubTransport.Response.json(Fixtures.item)
        #expect(try sent(item) { $0.item(id: "c6") } == ["GET /items/c6"])
        let tags = [Item.Tagging(name: "Swift", versions: ["6.1"])]
        let created = StubTransport.Response.json(Fixtures.item, status: .created)
        #expect(
            try sent(created) { $0.createItem(title: "T", text: "# B", tags: tags, isPrivate: true) } == [
                "POST /items",
                ##"application/json {"body":"# B","private":true,"tags":[{"name":"Swift","versions":["6.1"]}],"title":"T"}"##,
            ])
        #expect(
            try sent(item) { $0.updateItem(id: "c6", title: "T") } == [
                "PATCH /items/c6", #"application/json {"title":"T"}"#,
            ])
        #expect(try sent(.status(.noContent)) { $0.deleteItem(id: "c6") } == ["DELETE /items/c6"])
    }

    @Test func readsAndWritesComments() throws {
        #expect(
            try sent(.json("[\(Fixtures.comment)]")) { $0.comments(onItem: "c6") } == ["GET /items/c6/comments"])
        #expect(
            try sent(.json(Fixtures.comment, status: .created)) { $0.createComment("Hi", onItem: "c6") } == [
                "POST /items/c6/comments", #"application/json {"body":"Hi"}"#,
            ])
        #expect(try sent(.json(Fixtures.comment)) { $0.comment(id: "d7") } == ["GET /comments/d7"])
        #expect(
            try sent(.json(Fixtures.comment)) { $0.updateComment(id: "d7", text: "Hi") } == [
                "PATCH /comments/d7", #"application/json {"body":"Hi"}"#,
            ])
        #expect(try sent(.status(.noContent)) { $0.deleteComment(id: "d7") } == ["DELETE /comments/d7"])
    }

    @Test(arguments: [
        (UserList.all, "/users"), (.stocking("c6"), "/items/c6/stockers"),
        (.followed(by: "a/b"), "/users/a%2Fb/followees"),
        (.following("rill"), "/users/rill/followers"),
    ])
    func listsUsers(list: UserList, path: String) throws {
        let response = StubTransport.Response.json("[\(Fixtures.user)]")
        #expect(
            try sent(response) { $0.users(list, page: 3, perPage: 7) } == ["GET \(path)?page=3&per_page=7"])
        #expect(try sent(response) { $0.allUsers(list) } == ["GET \(path)?page=1&per_page=100"])
    }

    @Test func readsUsers() throws {
        #expect(try sent(.json(Fixtures.user)) { $0.user(id: "a/b") } == ["GET /users/a%2Fb"])
        #expect(
            try sent(.json(Fixtures.twoTags)) { $0.tags(followedBy: "rill") } == [
                "GET /users/rill/following_tags?page=1&per_page=20"
            ])
        let own = Fixtures.user.dropLast() + #","image_monthly_upload_limit":1,"image_monthly_upload_remaining":1}"#
        #expect(try sent(.json(String(own))) { $0.authenticatedUser() } == ["GET /authenticated_user"])
    }

    @Test(arguments: [
        (Relation.stock("c6"), "/items/c6/stock"), (.like("c6"), "/items/c6/like"),
        (.tagFollowing("C#"), "/tags/C%23/following"), (.userFollowing("rill"), "/users/rill/following"),
    ])
    func sendsRelations(relation: Relation, path: String) throws {
        #expect(try sent(.status(.noContent)) { $0.has(relation) } == ["GET \(path)"])
        #expect(try sent(.status(.noContent)) { $0.add(relation) } == ["PUT \(path)"])
        #expect(try sent(.status(.noContent)) { $0.remove(relation) } == ["DELETE \(path)"])
    }

    private func check(_ response: StubTransport.Response) -> Recorder<Bool> {
        Recorder(QiitaClient(token: "t", transport: StubTransport { _ in response }).has(.stock("c6")))
    }

    @Test func treats404OfQiitaAsMissingRelation() throws {
        #expect(check(.status(.noContent)).values == [true])
        #expect(check(.json(#"{"message":"Not found","type":"not_found"}"#, status: 404)).values == [false])
        let unauthorized = check(.json(#"{"message":"Unauthorized","type":"unauthorized"}"#, status: 401))
        #expect(try unauthorized.failure().qiita?.type == .unauthorized)
        for body in ["{}", ""] {
            let error = try check(.json(body, status: 404)).failure()
            #expect(error.reason == "status 404 without an error response of Qiita. Check the base URL")
        }
        let page = try check(.text("<p>", type: "text/html", status: 404)).failure()
        #expect((page.underlying as? BodyDecodingError)?.code == .contentType)
    }

    @Test(arguments: [
        StubTransport.Response.status(.ok), .json("{}"), .text("<p>Sign in</p>", type: "text/html"), .status(.accepted),
    ])
    func checkRequiresStatus204(response: StubTransport.Response) throws {
        #expect(try check(response).failure().stage == .status)
    }

    @Test func rejectsHTMLResponse() throws {
        let client = QiitaClient(transport: StubTransport { _ in .text("<p>Sign in</p>", type: "text/html") })
        let errors = [
            try Recorder(client.tags()).failure(), try Recorder(client.tag(id: "a")).failure(),
            try Recorder(client.items()).failure(), try Recorder(client.item(id: "a")).failure(),
            try Recorder(client.user(id: "a")).failure(), try Recorder(client.comments(onItem: "a")).failure(),
            try Recorder(client.deleteItem(id: "a")).failure(), try Recorder(client.add(.like("a"))).failure(),
        ]
        for error in errors {
            #expect((error.underlying as? BodyDecodingError)?.code == .contentType)
            #expect(error.reason.hasSuffix("found text/html"))
        }
    }

    @Test func pagesItems() {
        let transport = StubTransport { request in
            let page = request.queryItem("page").flatMap { Int($0) } ?? 1
            let next = page < 3 ? page + 1 : nil
            return .json(
                "[\(Fixtures.item),\(Fixtures.olderItem)]", fields: [.link: Fixtures.link(page: page, next: next)])
        }
        let client = QiitaClient(transport: transport)
        #expect(Recorder(client.allItems(.tagged("Swift"), perPage: 2)).values.count == 6)
        #expect(transport.requests.map { $0.queryItem("page") } == ["1", "2", "3"])
        #expect(Recorder(client.allItems(.tagged("Swift"), perPage: 2).take(2)).isCompleted)
        #expect(transport.requests.count == 4)
        let pages = Recorder(client.itemPages(from: 2, perPage: 2)).values
        #expect(pages.map(\.number) == [2, 3])
        #expect(pages.map(\.nextNumber) == [3, nil])
    }

    @Test func rejectsPagesOutOfRange() throws {
        let client = QiitaClient(transport: StubTransport { _ in .json("[]") })
        let errors = [
            try Recorder(client.items(page: 101)).failure(), try Recorder(client.users(perPage: 0)).failure(),
            try Recorder(client.tags(followedBy: "a", page: 0)).failure(),
        ]
        #expect(errors.map(\.stage) == [.request, .request, .request])
    }
}
