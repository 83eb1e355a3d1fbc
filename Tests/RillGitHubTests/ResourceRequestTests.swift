import Foundation
import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import Testing

@Suite struct ResourceRequestTests {
    @Test func getsRepositoryAndUsers() {
        let transport = StubTransport { request in
            .json(request.path.hasPrefix("/repos") ? Fixtures.fullRepository : Fixtures.owner)
        }
        let client = GitHubClient(transport: transport)
        let repository = Recorder(client.repository(owner: "octo", name: "rill"))
        #expect(repository.values.map(\.id) == [42])
        #expect(repository.isCompleted)
        #expect(Recorder(client.user("octo")).values.map(\.id) == [7])
        let owner = GitHubClient(token: "t", transport: transport).authenticatedUser()
        #expect(Recorder(owner).values.map(\.user.login) == ["octo"])
        let base = "GET https://api.github.com"
        #expect(
            transport.requests.map { "\($0.method) \($0.url)" }
                == ["\(base)/repos/octo/rill", "\(base)/users/octo", "\(base)/user"])
    }

    @Test func listsUserRepositories() {
        let transport = StubTransport { _ in .json("[\(Fixtures.repositories(0..<2))]") }
        let recorder = Recorder(
            GitHubClient(transport: transport)
                .repositories(ofUser: "octo", sort: .pushed, direction: .ascending, page: 3, perPage: 5))
        #expect(recorder.values.map { $0.map(\.name) } == [["0", "1"]])
        #expect(
            transport.requests.map(\.message.path) == [
                "/users/octo/repos?sort=pushed&direction=asc&page=3&per_page=5"
            ])
    }

    @Test func listsAuthenticatedUserRepositories() {
        let transport = StubTransport { _ in .json("[\(Fixtures.fullRepository)]") }
        let client = GitHubClient(token: "t", transport: transport)
        #expect(Recorder(client.authenticatedRepositories()).values.map { $0.map(\.isPrivate) } == [[true]])
        #expect(Recorder(client.authenticatedRepositories(sort: .fullName, direction: .descending)).isCompleted)
        #expect(
            transport.requests.map(\.message.path) == [
                "/user/repos?page=1&per_page=30", "/user/repos?sort=full_name&direction=desc&page=1&per_page=30",
            ])
    }

    @Test(arguments: [
        (#"{"resources":{"core":\#(core),"search":\#(search)},"rate":\#(core)}"#),
        #"{"resources":{"core":\#(core),"search":\#(search)}}"#,
    ])
    func decodesRateLimitsOfBothVersions(json: String) {
        let transport = StubTransport { _ in .json(json) }
        let limits = Recorder(GitHubClient(transport: transport).rateLimit()).values.first
        let reset = Date(timeIntervalSince1970: 1_795_293_340)
        #expect(limits?.core == GitHubRateLimit(limit: 60, remaining: 18, used: 42, reset: reset, resource: "core"))
        #expect(limits?.search?.remaining == 10)
        #expect(limits?.search?.resource == "search")
        #expect(limits?.resources["graphql"] == nil)
        #expect(transport.requests.map(\.url) == ["https://api.github.com/rate_limit"])
    }

    private static let core = #"{"limit":60,"used":42,"remaining":18,"reset":1795293340}"#
    private static let search = #"{"limit":10,"used":0,"remaining":10,"reset":1795289800}"#

    @Test(arguments: [("a/b", "a%2Fb"), ("日本", "%E6%97%A5%E6%9C%AC"), ("a b", "a%20b"), ("a?b", "a%3Fb")])
    func encodesNameAsOnePathSegment(name: String, segment: String) {
        let transport = StubTransport { request in
            request.path.hasSuffix("/repos") ? .json("[]") : .json(Fixtures.owner)
        }
        let client = GitHubClient(transport: transport)
        _ = Recorder(client.user(name))
        _ = Recorder(client.repository(owner: name, name: name))
        _ = Recorder(client.repositories(ofUser: name))
        #expect(
            transport.requests.map(\.path) == [
                "/users/\(segment)", "/repos/\(segment)/\(segment)", "/users/\(segment)/repos",
            ])
    }

    @Test(arguments: ["", ".", ".."])
    func rejectsInvalidPathSegments(name: String) throws {
        let transport = StubTransport { _ in .json(Fixtures.owner) }
        let client = GitHubClient(transport: transport)
        let failures = [
            try Recorder(client.user(name)).failure(),
            try Recorder(client.repository(owner: name, name: "rill")).failure(),
            try Recorder(client.repository(owner: "octo", name: name)).failure(),
            try Recorder(client.repositories(ofUser: name)).failure(),
            try Recorder(client.repositoryPages(ofUser: name)).failure(),
        ]
        #expect(failures.allSatisfy { $0.stage == .request })
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [(0, 30), (1, 0), (1, 101)])
    func rejectsPageNumbersOutOfRange(page: Int, perPage: Int) throws {
        let transport = StubTransport { _ in .json("[]") }
        let client = GitHubClient(token: "t", transport: transport)
        let failures = [
            try Recorder(client.repositories(ofUser: "octo", page: page, perPage: perPage)).failure(),
            try Recorder(client.authenticatedRepositories(page: page, perPage: perPage)).failure(),
        ]
        #expect(failures.allSatisfy { $0.stage == .request })
        #expect(transport.requests.isEmpty)
        // Lists have no limit on the number of results.
        #expect(Recorder(client.repositories(ofUser: "octo", page: 500, perPage: 100)).isCompleted)
    }

    @Test func followsRedirectOfRenamedRepository() {
        let transport = StubTransport { request in
            request.path == "/repositories/42"
                ? .json(Fixtures.fullRepository)
                : .json(
                    #"{"message":"Moved Permanently","url":"https://api.github.com/repositories/42"}"#, status: 301,
                    fields: [.location: "https://api.github.com/repositories/42"])
        }
        let client = GitHubClient(token: "t", transport: transport)
        let recorder = Recorder(client.repository(owner: "octo", name: "creek"))
        #expect(recorder.values.map(\.fullName) == ["octo/rill"])
        #expect(transport.requests.map(\.path) == ["/repos/octo/creek", "/repositories/42"])
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Bearer t", "Bearer t"])
    }

    @Test func dropsTokenOnRedirectToAnotherServer() {
        let transport = StubTransport { request in
            request.url.hasPrefix("https://api.github.com/")
                ? .status(.movedPermanently, fields: [.location: "https://elsewhere.example/repositories/42"])
                : .json(Fixtures.fullRepository)
        }
        let client = GitHubClient(token: "t", transport: transport)
        #expect(Recorder(client.repository(owner: "octo", name: "creek")).isCompleted)
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Bearer t", nil])
    }
}
