import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import RillServiceTestSupport
import Testing

/// Conditional requests with `ResponseCache`.
@Suite struct ConditionalRequestTests {
    @Test func revalidatesCachedResponseWithETag() {
        let transport = StubTransport { request in
            if request.headerFields[.ifNoneMatch] == "W/\"7\"" {
                return .status(.notModified, fields: Fixtures.rate(remaining: 9))
            }
            var fields = Fixtures.rate(remaining: 9)
            fields[.eTag] = "W/\"7\""
            return .json(Fixtures.searchResults(Fixtures.bareRepository, total: 5), fields: fields)
        }
        let client = GitHubClient(token: "t", transport: transport.caching(in: ResponseCache()))
        let pages = (0..<3).flatMap { _ in Recorder(client.searchRepositories("rx")).values }
        #expect(pages.map(\.totalCount) == [5, 5, 5])
        #expect(pages.map(\.items.count) == [1, 1, 1])
        #expect(pages.map(\.rateLimit?.remaining) == [9, 9, 9])
        #expect(transport.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, "W/\"7\"", "W/\"7\""])
        // Another page is another cache entry.
        _ = Recorder(client.searchRepositories("rx", page: 2))
        #expect(transport.requests.last?.headerFields[.ifNoneMatch] == nil)
    }

    @Test func usesNewResponseWhenChanged() {
        let transport = StubTransport { request in
            .json(
                Fixtures.searchResults(total: request.number), fields: [.eTag: "W/\"\(request.number)\""])
        }
        let client = GitHubClient(transport: transport.caching(in: ResponseCache()))
        let totals = (0..<3).flatMap { _ in Recorder(client.searchRepositories("rx")).values.map(\.totalCount) }
        #expect(totals == [0, 1, 2])
        #expect(transport.requests.map { $0.headerFields[.ifNoneMatch] } == [nil, "W/\"0\"", "W/\"1\""])
    }
}
