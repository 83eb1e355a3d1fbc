import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct PagingTests {
    private func numbers(_ range: Range<Int>) -> [String] { range.map(String.init) }

    @Test func followsLinkHeaderURLs() {
        let transport = Fixtures.pages(of: 45, size: 20)
        let recorder = Recorder(
            GitHubClient(transport: transport).allRepositories(matching: "rx", sort: .forks, perPage: 20))
        #expect(recorder.values.map(\.name) == numbers(0..<45))
        #expect(recorder.isCompleted)
        #expect(
            transport.requests.map(\.message.path) == [
                "/search/repositories?q=rx&sort=forks&page=1&per_page=20", "/search/repositories?after=1&per_page=20",
                "/search/repositories?after=2&per_page=20",
            ])
        let fields = transport.requests.map(\.headerFields)
        #expect(fields.allSatisfy { $0 == fields[0] })
    }

    @Test func followsLinkHeaderURLsOfLists() {
        let transport = Fixtures.pages(of: 5, size: 2, isSearch: false)
        let client = GitHubClient(token: "t", transport: transport)
        #expect(Recorder(client.allRepositories(ofUser: "octo", sort: .created)).values.map(\.name) == numbers(0..<5))
        #expect(Recorder(client.allAuthenticatedRepositories()).values.count == 5)
        #expect(
            transport.requests.map(\.message.path) == [
                "/users/octo/repos?sort=created&page=1&per_page=100", "/users/octo/repos?after=1&per_page=2",
                "/users/octo/repos?after=2&per_page=2", "/user/repos?page=1&per_page=100",
                "/user/repos?after=1&per_page=2", "/user/repos?after=2&per_page=2",
            ])
        #expect(transport.requests.allSatisfy { $0.headerFields[.authorization] == "Bearer t" })
    }

    @Test func returnsAllPagesOfUsersAndIssues() {
        let transport = StubTransport { request in
            let item = request.path == "/search/users" ? Fixtures.owner : Fixtures.issue
            let link: HTTPFields = [.link: "<https://api.github.com\(request.path)?p=2>; rel=\"next\""]
            return .json(Fixtures.searchResults(item), fields: request.queryItem("p") == nil ? link : [:])
        }
        let client = GitHubClient(transport: transport)
        #expect(Recorder(client.allUsers(matching: "octo", sort: .joined)).values.map(\.login) == ["octo", "octo"])
        #expect(Recorder(client.allIssues(matching: "is:open", sort: .updated)).values.map(\.number) == [3, 3])
        #expect(
            transport.requests.map(\.message.path) == [
                "/search/users?q=octo&sort=joined&page=1&per_page=100", "/search/users?p=2",
                "/search/issues?q=is%3Aopen&sort=updated&page=1&per_page=100", "/search/issues?p=2",
            ])
        #expect(Recorder(client.userPages(matching: "octo")).values.map(\.value.items.count) == [1, 1])
        #expect(Recorder(client.issuePages(matching: "is:open")).values.map(\.value.items.count) == [1, 1])
    }

    @Test func pagesIncludeTotalCountAndRateLimit() {
        let transport = Fixtures.pages(of: 45, size: 20)
        let pages = Recorder(GitHubClient(transport: transport).repositoryPages(matching: "rx")).values
        #expect(pages.map(\.value.totalCount) == [45, 45, 45])
        #expect(pages.map(\.value.items.count) == [20, 20, 5])
        #expect(pages.map(\.value.rateLimit?.remaining) == [29, 28, 27])
        let lists = Fixtures.pages(of: 3, size: 2, isSearch: false)
        let listed = Recorder(GitHubClient(transport: lists).repositoryPages(ofUser: "octo")).values
        #expect(listed.map(\.value.items.count) == [2, 1])
        #expect(listed.map(\.value.rateLimit?.remaining) == [29, 28])
        let own = Fixtures.pages(of: 3, size: 2, isSearch: false)
        #expect(
            Recorder(GitHubClient(transport: own).authenticatedRepositoryPages()).values.map(\.value.items.count) == [
                2, 1,
            ])
    }

    @Test func resumesFromSavedCursor() throws {
        let transport = Fixtures.pages(of: 45, size: 20)
        let client = GitHubClient(transport: transport)
        let first = try #require(Recorder(client.repositoryPages(matching: "rx").take(1)).values.first)
        let text = try #require(first.next?.description)
        let rest = Recorder(client.repositoryPages(matching: "rx", from: PageCursor(text)).elements { $0.items })
        #expect(rest.values.map(\.name) == numbers(20..<45))
        #expect(transport.requests.count == 3)
    }
}
