import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct ContentTypeTests {
    /// Returns a client whose requests all receive the same response.
    private func client(_ body: String, type: String?) -> GitHubClient {
        GitHubClient(
            transport: StubTransport { _ in
                .respond(
                    status: .ok, fields: type.map { [.contentType: $0] } ?? [:], after: .zero, chunks: [.init(body)])
            })
    }

    @Test func rejectsHTMLResponse() throws {
        let client = client("<!doctype html><title>Sign in</title>", type: "text/html; charset=utf-8")
        let errors = [
            try Recorder(client.searchRepositories("rx")).failure(), try Recorder(client.user("octo")).failure(),
            try Recorder(client.repository(owner: "octo", name: "rill")).failure(),
            try Recorder(client.rateLimit()).failure(), try Recorder(client.repositories(ofUser: "octo")).failure(),
        ]
        for error in errors {
            #expect((error.underlying as? BodyDecodingError)?.code == .contentType)
            #expect(
                error.reason == "unexpected Content-Type: expected application/json or application/*+json, "
                    + "found text/html; charset=utf-8")
            #expect(error.bodyPrefix.contains("Sign in"))
        }
    }

    @Test(arguments: [
        "application/json", "application/json; charset=utf-8", "application/vnd.github+json",
        "application/vnd.github.v3.text-match+json; charset=utf-8", "APPLICATION/JSON", "", nil,
    ])
    func acceptsJSON(type: String?) {
        let client = client(Fixtures.searchResults(Fixtures.bareRepository), type: type)
        #expect(Recorder(client.searchRepositories("rx")).values.map(\.totalCount) == [1])
    }

    @Test func rejectsHTMLResponseOverLoopback() async throws {
        let server = try LoopbackServer { _ in .data(Array("<p>Sign in</p>".utf8), type: "text/html") }
        defer { server.stop() }
        let error = try await failure(of: GitHubClient(baseURL: server.baseURL).user("octo"))
        #expect((error.underlying as? BodyDecodingError)?.code == .contentType)
        #expect(error.status == .ok)
    }
}
