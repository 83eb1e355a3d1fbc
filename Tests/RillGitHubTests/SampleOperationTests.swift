import RillHTTP
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests that the sample server rejects unimplemented query items, fields, and conditions, for each operation.
@Suite(.timeLimit(.minutes(2))) struct SampleOperationTests {
    private static let search: Set = ["q", "page", "per_page", "sort", "order"]
    private static let list: Set = ["page", "per_page", "sort", "direction"]

    private static let operations: [SampleOperation] = [
        SampleOperation("/search/repositories?q=parser", items: search),
        SampleOperation("/search/users?q=repos:%3E1", items: search),
        SampleOperation("/search/issues?q=is:open", items: search), SampleOperation("/repos/rill-octo/rill"),
        SampleOperation("/repos/rill-octo/creek"), SampleOperation("/users/rill-octo"),
        SampleOperation("/users/rill-octo/repos", items: list), SampleOperation("/user"),
        SampleOperation("/user/repos", items: list), SampleOperation("/rate_limit"),
    ]

    private func withServer(
        _ body: (_ send: (RawRequest) async throws -> RawRequest.RawResponse) async throws -> Void
    ) async throws {
        var options = SampleGitHub.Options()
        options.tokenLimit = 10_000
        options.anonymousSearchLimit = 10_000
        let sample = try SampleGitHub(options: options)
        defer { sample.stop() }
        let client = Client(baseURL: sample.baseURL, defaultFields: [.userAgent: "test"])
        try await body { request in
            var request = request
            if !request.target.hasPrefix("/search") { request.headerFields[.authorization] = "Bearer sample-token" }
            return try await client.send(request).firstValue()
        }
    }

    @Test func rejectsUnimplementedParts() async throws {
        let items = [
            "q", "page", "per_page", "sort", "order", "direction", "type", "visibility", "affiliation", "since",
            "before", "search_type", "advanced_search",
        ]
        try await withServer { send in
            for operation in Self.operations {
                try await operation.expectRejections(
                    interpreted: items, fields: [], ignored: "utm_source", send: send)
            }
        }
    }

    @Test(arguments: [
        ("/search/repositories?q=parser&sort=help-wanted-issues", "help-wanted-issues"),
        ("/search/issues?q=bug&sort=reactions-%2B1", "reactions-+1"),
        ("/search/repositories?q=parser+in:name", "in:name"),
        ("/search/repositories?q=parser+-size:%3E10", "size:>10"),
        ("/search/issues?q=is:pr+is:merged", "is:merged"), ("/search/issues?q=-is:draft", "is:draft"),
        ("/search/repositories?q=parser+archived:yes", "archived:yes"),
        ("/search/repositories?q=parser+-archived:1", "archived:1"),
        ("/search/repositories?q=parser+fork:false", "fork:false"), ("/search/repositories?q=is:issue", "is:issue"),
        ("/search/users?q=type:bot", "type:bot"), ("/search/issues?q=type:bug", "type:bug"),
        ("/search/issues?q=state:merged", "state:merged"), ("/search/issues?q=is:public", "is:public"),
        ("/search/repositories?q=created:%3E2020-01-01", "created:>2020-01-01"),
        ("/search/users?q=fullname:a", "fullname:a"), ("/search/issues?q=assignee:a", "assignee:a"),
        ("/search/repositories?q=parser+OR+reader", "OR"), ("/search/repositories?q=parser+NOT+reader", "NOT"),
    ])
    func rejectsUnimplementedSearches(target: String, part: String) async throws {
        try await withServer { send in
            let response = try await send(RawRequest(target: target))
            #expect(response.head.status == .notImplemented)
            #expect(response.body.contains(part), "\(response.body)")
        }
    }

    @Test(arguments: [
        ("application/vnd.github.text-match+json", 501), ("application/json, application/vnd.github.v3.raw", 501),
        ("application/vnd.github.v3+json", 200), ("application/vnd.github.mercy-preview+json", 200), ("*/*", 200),
    ])
    func rejectsOtherRepresentations(type: String, status: Int) async throws {
        try await withServer { send in
            let request = RawRequest(target: "/search/repositories?q=parser", headerFields: [.accept: type])
            let response = try await send(request)
            #expect(response.head.status.code == status)
        }
    }
}
