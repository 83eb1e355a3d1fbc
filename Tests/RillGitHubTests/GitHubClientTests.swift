import Foundation
import Rill
import RillGitHub
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct GitHubClientTests {
    private static let version = HTTPField.Name(literal: "X-GitHub-Api-Version")

    private let empty = Fixtures.searchResults()

    @Test func sendsRequiredHeaderFields() {
        let transport = StubTransport { _ in .json(#"{"resources":{}}"#) }
        let limits = GitHubClient(transport: transport).rateLimit()
        #expect(transport.requests.isEmpty)
        #expect(Recorder(limits).isCompleted)
        #expect(
            transport.requests.first?.headerFields == [
                .accept: "application/vnd.github+json", Self.version: "2022-11-28", .userAgent: "Rill",
            ])
        #expect(transport.requests.map(\.url) == ["https://api.github.com/rate_limit"])
    }

    @Test func sendsCustomVersionAndUserAgent() {
        let transport = StubTransport { _ in .json(#"{"resources":{}}"#) }
        let client = GitHubClient(
            baseURL: "https://github.example/api/v3", transport: transport, version: .march2026, userAgent: "my-tool/2")
        _ = Recorder(client.rateLimit())
        let request = transport.requests.first
        #expect(request?.headerFields[Self.version] == "2026-03-10")
        #expect(request?.headerFields[.userAgent] == "my-tool/2")
        #expect(request?.url == "https://github.example/api/v3/rate_limit")
    }

    @Test func replacesEmptyUserAgent() {
        let transport = StubTransport { _ in .json(#"{"resources":{}}"#) }
        _ = Recorder(GitHubClient(transport: transport, userAgent: "").rateLimit())
        #expect(transport.requests.first?.headerFields[.userAgent] == "Rill")
    }

    @Test func sendsAndRedactsToken() throws {
        let transport = StubTransport { _ in
            .json(
                #"{"message":"no t0ken-of-mine","errors":["t0ken-of-mine"],"documentation_url":"https://x/"}"#,
                status: 401)
        }
        let client = GitHubClient(token: "t0ken-of-mine", transport: transport)
        let error = try Recorder(client.authenticatedUser()).failure()
        #expect(error.github != nil)
        #expect(transport.requests.first?.headerFields[.authorization] == "Bearer t0ken-of-mine")
        var dumped = ""
        dump(client, to: &dumped)
        dump(error, to: &dumped)
        for text in ["\(client)", "\(error)", String(reflecting: error), String(reflecting: client), dumped] {
            #expect(!text.contains("t0ken"))
        }
        #expect("\(client)" == "GitHubClient(client: Client(https://api.github.com))")
    }

    @Test func redactsPasswordInBaseURL() {
        let client = GitHubClient(baseURL: "https://octo:pa55word@github.example/api/v3")
        var dumped = ""
        dump(client, to: &dumped)
        for text in ["\(client)", String(reflecting: client), dumped] {
            #expect(text.contains("github.example") && !text.contains("pa55word"))
        }
    }

    @Test func treatsEmptyTokenAsNone() {
        let transport = StubTransport { _ in .json(empty) }
        _ = Recorder(GitHubClient(token: "", transport: transport).searchRepositories("a"))
        #expect(transport.requests.map { $0.headerFields[.authorization] } == [nil])
    }

    @Test(arguments: ["name\r\nX-Injected: 1", "line\nbreak"])
    func rejectsInvalidHeaderFieldValues(text: String) throws {
        let transport = StubTransport { _ in .json(empty) }
        for client in [
            GitHubClient(transport: transport, userAgent: text), GitHubClient(token: text, transport: transport),
            GitHubClient(transport: transport, version: APIVersion(rawValue: text)),
        ] {
            #expect(try Recorder(client.searchRepositories("a")).failure().stage == .request)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func failsAfterTimeout() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .json(empty, after: .seconds(9)) }
        let client = GitHubClient(transport: transport, timeout: .seconds(5), scheduler: scheduler)
        let recorder = Recorder(client.searchRepositories("a"))
        scheduler.advance(by: .seconds(4))
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .seconds(1))
        #expect(try recorder.failure().stage == .deadline)
        #expect(transport.requests.first?.isCancelled == true)
    }

    @Test func sendsCustomRequests() {
        struct Emojis: Request {
            typealias Response = [String: String]
            var path: URLPath { "/emojis" }
        }
        let transport = StubTransport { _ in .json(#"{"+1":"https://x/"}"#) }
        #expect(Recorder(GitHubClient(transport: transport).send(Emojis())).values == [["+1": "https://x/"]])
        #expect(transport.requests.map(\.url) == ["https://api.github.com/emojis"])
    }
}
