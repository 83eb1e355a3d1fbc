import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

/// Verifies that the page "Failure messages" contains the messages of `RillHTTPTesting` word for word.
@Suite struct HTTPFailureMessagesPageTests {
    // MARK: Diagrams

    /// Returns the reason of an invalid diagram.
    private func reason<Result>(_ parse: () throws -> Result) -> String? {
        (#expect(throws: MarbleError.self) { _ = try parse() })?.reason
    }

    /// Returns the reason of an invalid exchange diagram.
    private func exchangeReason(_ diagram: String) -> String? {
        let message = StubTransport(scheduler: TestScheduler()) { _ in .never }.exchangeDifference(from: diagram)
        return message?.firstMatch(of: #/column \d+: (.*)/#).map { String($0.1) }
    }

    @Test func pageContainsMessagesOfDiagrams() throws {
        let texts = [
            #expect(throws: MarbleError.self) { try MarbleDiagram("-a-(b") }?.description,
            reason { try MarbleDiagram("x", values: ["a": 1, "b": 2]) },
            reason { try MarbleDiagram<Int>("x", values: [:]) },
            reason { try MarbleDiagram("-a|b") },
            reason { try MarbleDiagram("-(a") },
            reason { try MarbleDiagram("-a)") },
            reason { try MarbleDiagram("(a(b))") },
            reason { try MarbleDiagram("(a-b)") },
            reason { try MarbleDiagram("()") },
            reason { try MarbleDiagram("") },
            reason { try MarbleDiagram("^a") },
            reason { try SubscriptionSpan(diagram: "^a") },
            reason { try SubscriptionSpan(diagram: "^^") },
            reason { try SubscriptionSpan(diagram: "-!") },
            reason { try SubscriptionSpan(diagram: "-") },
            reason { try SubscriptionSpan(demand: "^[[") },
            reason { try SubscriptionSpan(demand: "^-]") },
            reason { try SubscriptionSpan(demand: "-[^") },
            reason { try SubscriptionSpan(demand: "^-![") },
            reason { try SubscriptionSpan(demand: "^a") },
            reason { try SubscriptionSpan(pace: "^-[") },
            reason { try SubscriptionSpan(pace: "-") },
            exchangeReason("^-^"),
            exchangeReason("-h"),
            exchangeReason("-"),
            reason { try StubTransport.Response(diagram: "-a") },
            reason { try StubTransport.Response(diagram: "-|") },
            reason { try StubTransport.Response(diagram: "-hh") },
            reason { try StubTransport.Response(diagram: "^h") },
            reason { try StubTransport.Response(diagram: "ha", chunks: ["a": .init("1", after: .seconds(1))]) },
            reason { try StubTransport.Response(diagram: "5-3") },
        ]
        try MessagePage.expect(texts, in: "Diagrams")
    }

    // MARK: Exchanges

    private func send(_ requests: HTTPRequest..., to transport: StubTransport) {
        for request in requests { _ = Recorder(transport.send(request, body: nil)) }
    }

    private func script(_ requests: HTTPRequest...) -> String? {
        let transport = StubTransport(responses: ["POST /token": .status(.ok)])
        for request in requests { send(request, to: transport) }
        return transport.scriptDifference()?.split(separator: "\n").first.map(String.init)
    }

    @Test func pageContainsMessagesOfExchanges() throws {
        let kit = TestKit()
        let transport = StubTransport(
            scheduler: kit.scheduler, responses: ["GET /tags": .marbles("-#"), "GET /tags": .marbles("--(ha|)")])
        _ = kit.record { transport.send(.tags, body: nil) }
        _ = kit.record(subscribedAt: 5) { transport.send(.tags, body: nil) }
        let paged = StubTransport(responses: ["GET /tags?page=2": .status(.ok)])
        send(.get("/tags?page=1"), to: paged)
        let unexpected = paged.scriptDifference()?.split(separator: "\n").first.map(String.init)
        let late = TestKit()
        let canceled = StubTransport(scheduler: late.scheduler) { _ in .marbles("---h!") }
        _ = late.record(disposedAt: 6) { canceled.send(.get("/search"), body: nil) }
        let drawn = StubTransport { _ in .marbles("-h|") }
        let throwing = StubTransport { _ in throw TestError("lost") }
        let uploading = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-3-u-h|") }
        let recorders = [drawn, uploading, throwing].map { Recorder($0.send(.tags, body: nil)) }
        try kit.scheduler.run()
        let failures = recorders.map { $0.error as? TransportError }
        let post = HTTPRequest(method: .post, scheme: "https", authority: "h", path: "/token")
        let texts = [
            transport.exchangeDifference(from: "^#", "------^-(ha|)"), canceled.cancellationDifference(),
            drawn.exchangeDifference(), script(.get("/users")), script(post, .get("/users")), unexpected,
            script(),
            drawn.scriptDifference(),
        ]
        let expected = texts.compactMap(\.self) + failures.compactMap { $0?.text }
        try MessagePage.expect(expected, in: "Exchanges")
    }

    // MARK: Cassettes

    private struct Tags: Request {
        typealias Response = [Int]
        let page: Int
        var path: URLPath { "/tags" }
        var query: QueryItems { ["page": page] }
    }

    /// Returns the reasons of failed requests for pages, with a file that has the content.
    private func reasons(of content: String?, _ pages: [Int] = [1]) throws -> [String] {
        let files = try TemporaryFiles()
        let file = files.url.appending(path: "tags.har")
        if let content { try files.write(Array(content.utf8), to: "tags.har") }
        return reasons(of: CassetteTransport(file, mode: .none), pages).map {
            $0.replacing(files.url.path, with: "/app")
        }
    }

    private func reasons(of cassette: CassetteTransport, _ pages: [Int]) -> [String] {
        let client = Client(baseURL: "https://qiita.com/api/v2", transport: cassette)
        return pages.compactMap { page in
            do {
                _ = try client.send(Tags(page: page)).wait(timeout: .seconds(30))
                return nil
            } catch {
                return (error as? APIError)?.reason
            }
        }
    }

    @Test func pageContainsMessagesOfCassettes() throws {
        let request = #""request": {"method": "GET", "url": "https://qiita.com/api/v2/tags?page=1"}"#
        let response = #""response": {"status": 200, "content": {"mimeType": "application/json", "text": "[]"}}"#
        func file(_ entries: String) -> String { #"{"log": {"entries": [\#(entries)]}}"# }
        let complete = file("{\(request), \(response)}")
        let folder = FileManager.default.temporaryDirectory
        let misspelled = CassetteTransport(
            folder.appending(path: "tags.har"), environment: ["REPLAY_RECORD_MODE": "always"],
            recording: StubTransport { _ in .never })
        let texts =
            try reasons(of: complete, [3]) + reasons(of: complete, [1, 1]) + reasons(of: file(""))
            + reasons(of: nil) + reasons(of: file("{\(request)}"))
            + reasons(of: CassetteTransport(folder, mode: .none), [1]).map {
                $0.replacing(folder.path, with: "/app/tags.har")
            } + reasons(of: misspelled, [1])
        try MessagePage.expect(texts, in: "Cassettes")
    }

    // MARK: Servers

    @Test func pageContainsMessageOfServers() async throws {
        let server = try LoopbackServer { _ in .text("") }
        let error = await #expect(throws: LoopbackServer.TimeoutError.self) {
            try await server.waitForRequests(timeout: .zero)
        }
        try MessagePage.expect([error?.description], in: "Servers")
    }
}

extension HTTPRequest {
    /// A request to a stub transport.
    static func get(_ path: String) -> HTTPRequest {
        HTTPRequest(method: .get, scheme: "https", authority: "h", path: path)
    }

    /// A request to a stub transport.
    static let tags = HTTPRequest.get("/tags")
}
