import RillHTTP
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests that the sample server rejects unimplemented query items, fields, and conditions, for each operation.
@Suite(.timeLimit(.minutes(2))) struct SampleOperationTests {
    private static let pages: Set = ["page", "per_page"]

    private static let draft = #"{"title":"A","body":"B","tags":[{"name":"Swift","versions":[]}]"#

    private static let operations: [SampleOperation] = [
        SampleOperation("/tags", items: pages.union(["sort"])), SampleOperation("/tags/Swift"),
        SampleOperation("/tags/Swift/items", items: pages), SampleOperation("/items", items: pages.union(["query"])),
        SampleOperation("/items/ID"), SampleOperation("/items/ID/comments"), SampleOperation("/users", items: pages),
        SampleOperation("/users/rill"), SampleOperation("/users/rill/items", items: pages),
        SampleOperation("/users/rill/stocks", items: pages), SampleOperation("/items/ID/stockers", items: pages),
        SampleOperation("/users/rill/followees", items: pages), SampleOperation("/users/rill/followers", items: pages),
        SampleOperation("/users/rill/following_tags", items: pages),
        SampleOperation("/authenticated_user"), SampleOperation("/authenticated_user/items", items: pages),
        SampleOperation("/oauth/authorize?client_id=sample-application&scope=read_qiita"),
        SampleOperation(.json("/items", draft + "}")),
        SampleOperation(.json("/items/ID", method: .patch, #"{"title":"C"}"#)),
        SampleOperation(.json("/items/ID/comments", #"{"body":"D"}"#)),
        SampleOperation("/items/ID/stock", method: .put), SampleOperation("/items/ID/like", method: .put),
        SampleOperation("/items/ID/stock"), SampleOperation("/items/ID/like"),
        SampleOperation("/items/ID/stock", method: .delete), SampleOperation("/items/ID/like", method: .delete),
        SampleOperation("/tags/Swift/following", method: .put), SampleOperation("/tags/Swift/following"),
        SampleOperation("/tags/Swift/following", method: .delete),
        SampleOperation("/items/ID", method: .delete),
    ]

    private func withServer(
        _ body: (_ send: (RawRequest) async throws -> RawRequest.RawResponse) async throws -> Void
    ) async throws {
        var options = SampleQiita.Options()
        options.tokenLimit = 10_000
        let sample = try SampleQiita(options: options)
        defer { sample.stop() }
        let client = Client(baseURL: sample.baseURL, defaultFields: [.authorization: "Bearer sample-token"])
        let created = try await client.send(RawRequest.json("/items", Self.draft + "}")).firstValue()
        let id = try #require(created.body.firstMatch(of: #/"id":"([0-9a-f]{20})"/#)?.1)
        try await body { request in
            var request = request
            request.target = request.target.replacing("ID", with: id)
            return try await client.send(request).firstValue()
        }
    }

    @Test func rejectsUnimplementedParts() async throws {
        try await withServer { send in
            for operation in Self.operations {
                try await operation.expectRejections(
                    interpreted: ["page", "per_page", "sort", "query"], fields: ["If-None-Match"],
                    ignored: "utm_source", send: send)
            }
        }
    }

    @Test(arguments: ["tweet\":true", "coediting\":true", "group_url_name\":\"dev\"", "slide\":true"])
    func rejectsUnimplementedMembers(member: String) async throws {
        try await withServer { send in
            let count = try await send(RawRequest(target: "/items"))["Total-Count"]
            for request in [
                RawRequest.json("/items", "\(Self.draft),\"\(member)}"),
                .json("/items/ID", method: .patch, "{\"title\":\"C\",\"\(member)}"),
            ] {
                #expect(try await send(request).head.status == .notImplemented)
            }
            #expect(
                try await send(.json("/items", Self.draft + #","tweet":false,"slide":null}"#)).head.status == .created)
            let after = try await send(RawRequest(target: "/items"))["Total-Count"]
            #expect(count.flatMap { Int($0) }.map { $0 + 1 } == after.flatMap { Int($0) })
            let item = try await send(RawRequest(target: "/items/ID"))
            #expect(!item.body.contains(#""title":"C""#))
        }
    }
}
