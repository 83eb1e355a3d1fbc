import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct SearchRequestTests {
    @Test func sendsRepositorySearch() {
        let transport = StubTransport { _ in
            .json(
                Fixtures.searchResults(Fixtures.bareRepository, Fixtures.fullRepository, total: 40),
                fields: Fixtures.rate(remaining: 9))
        }
        let search = GitHubClient(transport: transport).searchRepositories(
            "rx language:swift", sort: .stars, order: .ascending, page: 2, perPage: 50)
        #expect(transport.requests.isEmpty)
        let recorder = Recorder(search)
        let page = recorder.values.first
        #expect(page?.totalCount == 40)
        #expect(page?.isIncomplete == false)
        #expect(page?.items.map(\.fullName) == ["octo/tetris", "octo/rill"])
        #expect(page?.rateLimit?.remaining == 9)
        #expect(page?.rateLimit?.resource == "search")
        #expect(recorder.isCompleted)
        #expect(
            transport.requests.map(\.url) == [
                "https://api.github.com/search/repositories?q=rx%20language%3Aswift&sort=stars&order=asc&page=2&per_page=50"
            ])
        #expect(transport.requests.first?.method == .get)
        #expect(transport.requests.first?.body == nil)
    }

    @Test func sendsUserSearch() {
        let transport = StubTransport { _ in .json(Fixtures.searchResults(Fixtures.owner)) }
        let recorder = Recorder(
            GitHubClient(transport: transport).searchUsers("octo type:user", sort: .followers, order: .descending))
        #expect(recorder.values.map { $0.items.map(\.login) } == [["octo"]])
        #expect(
            transport.requests.map(\.message.path) == [
                "/search/users?q=octo%20type%3Auser&sort=followers&order=desc&page=1&per_page=30"
            ])
    }

    @Test func sendsIssueSearch() {
        let transport = StubTransport { _ in .json(Fixtures.searchResults(Fixtures.issue)) }
        let recorder = Recorder(GitHubClient(transport: transport).searchIssues("is:issue crash", sort: .comments))
        #expect(recorder.values.map { $0.items.map(\.title) } == [["Crash"]])
        #expect(
            transport.requests.map(\.message.path) == [
                "/search/issues?q=is%3Aissue%20crash&sort=comments&page=1&per_page=30"
            ])
    }

    @Test(arguments: [
        ("c++", "c%2B%2B"), ("a&b=c#d", "a%26b%3Dc%23d"), ("stars:>10", "stars%3A%3E10"),
        ("\"two words\"", "%22two%20words%22"),
        ("小川", "%E5%B0%8F%E5%B7%9D"), ("100%", "100%25"), ("", ""),
    ])
    func percentEncodesSearchText(text: String, encoded: String) {
        let transport = StubTransport { _ in .json(Fixtures.searchResults()) }
        _ = Recorder(GitHubClient(transport: transport).searchRepositories(text))
        #expect(transport.requests.map(\.message.path) == ["/search/repositories?q=\(encoded)&page=1&per_page=30"])
    }

    @Test func decodesIncompleteResults() {
        let transport = StubTransport { _ in .json(#"{"total_count":7,"incomplete_results":true,"items":[]}"#) }
        let page = Recorder(GitHubClient(transport: transport).searchRepositories("a")).values.first
        #expect(page == SearchPage(totalCount: 7, isIncomplete: true, items: []))
    }

    @Test(arguments: [
        (0, 30, "page must be at least 1, got 0"), (-1, 30, "page must be at least 1, got -1"),
        (1, 0, "per_page must be between 1 and 100, got 0"), (1, 101, "per_page must be between 1 and 100, got 101"),
    ])
    func rejectsPageNumbersOutOfRange(page: Int, perPage: Int, reason: String) throws {
        let transport = StubTransport { _ in .json(Fixtures.searchResults()) }
        let client = GitHubClient(transport: transport)
        for failure in [
            try Recorder(client.searchRepositories("a", page: page, perPage: perPage)).failure(),
            try Recorder(client.searchUsers("a", page: page, perPage: perPage)).failure(),
            try Recorder(client.searchIssues("a", page: page, perPage: perPage)).failure(),
        ] {
            #expect(failure.stage == .request)
            #expect(failure.reason == reason)
            #expect(failure.attempts == 0)
            #expect(!failure.isBeyondSearchResultLimit)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        (35, 30, 34), (11, 100, 10), (1_001, 1, 1_000), (335, 3, 334), (Int.max, 100, 10), (Int.max, 1, 1_000),
    ])
    func rejectsPagesBeyondSearchResultLimit(page: Int, perPage: Int, last: Int) throws {
        let transport = StubTransport { _ in .json(Fixtures.searchResults()) }
        let client = GitHubClient(transport: transport)
        let failure = try Recorder(client.searchRepositories("a", page: page, perPage: perPage)).failure()
        #expect(failure.stage == .request)
        #expect(failure.isBeyondSearchResultLimit)
        let limit = try #require(failure.underlying as? SearchResultLimitError)
        #expect(limit.page == page)
        #expect(limit.perPage == perPage)
        let reason =
            "page \(page) with \(perPage) results per page exceeds GitHub's limit of 1,000 search results. "
            + "Request page \(last) at most, or narrow the search"
        #expect(failure.reason == reason)
        #expect(transport.requests.isEmpty)
        // The last page within the limit is requested.
        #expect(Recorder(client.searchRepositories("a", page: last, perPage: perPage)).isCompleted)
        #expect(transport.requests.count == 1)
    }

    @Test func detectsSearchResultLimitInResponse() throws {
        let transport = StubTransport { _ in
            .json(
                #"""
                {"message":"Only the first 1000 search results are available",
                "documentation_url":"https://docs.github.com/v3/search/","status":"422"}
                """#, status: 422)
        }
        let client = GitHubClient(transport: transport)
        let failure = try Recorder(
            client.repositoryPages(matching: "a", from: PageCursor("/search/repositories?q=a&page=99"))
        ).failure()
        #expect(failure.status == 422)
        #expect(failure.isBeyondSearchResultLimit)
        #expect(failure.github?.message == "Only the first 1000 search results are available")
    }
}
