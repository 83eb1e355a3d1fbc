import Foundation
import RillHTTPTesting
import RillSampleServices
import Testing

/// Tests of the exit statuses and error messages of `qiita-tags`.
@Suite(.timeLimit(.minutes(10))) struct QiitaTagsFailureTests {
    private let script = Script(name: "qiita-tags")

    /// Runs the script against a server that always sends the same response.
    private func run(
        _ arguments: [String] = [], against response: LoopbackServer.Response
    ) async throws -> (outcome: Script.Outcome, request: String) {
        let server = try LoopbackServer { _ in response }
        defer { server.stop() }
        let outcome = try await script.run(["--base-url", server.baseURL] + arguments)
        return (outcome, "GET \(server.baseURL)/tags?page=1&per_page=20")
    }

    /// Asserts that a run failed and that the error message begins with a text.
    private func expectFailure(
        _ run: (outcome: Script.Outcome, request: String), _ text: String,
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(run.outcome.status == 1, sourceLocation: location)
        #expect(run.outcome.output.isEmpty, sourceLocation: location)
        let message = run.outcome.errors.split(separator: "\n", maxSplits: 1).last ?? ""
        #expect(message.hasPrefix("qiita-tags: \(run.request) \(text)"), sourceLocation: location)
        #expect(message.components(separatedBy: "qiita-tags: ").count == 2, sourceLocation: location)
    }

    // MARK: The service

    @Test func errorContainsTheStatusAndTheServersMessage() async throws {
        let json = #"{"message":"Not found","type":"not_found"}"#
        expectFailure(
            try await run(against: .raw(json, status: "404 Not Found")),
            "failed with status 404 Not Found: \"Not found\" (not_found)\n")
        expectFailure(
            try await run(against: .raw("out of order", status: "503 Service Unavailable")),
            "failed with status 503 Service Unavailable: out of order\n")
        expectFailure(
            try await run(
                ["--json"], against: .raw("", status: "302 Found", fields: "Location: http://127.0.0.1/\r\n")),
            "failed with status 302 Found\n")
    }

    @Test func errorContainsThePathOfInvalidJSON() async throws {
        let json =
            #"[{"id":"a","items_count":1,"followers_count":1},{"id":"b","items_count":1,"followers_count":"12"}]"#
        let text = "returned 200 OK, but the response could not be decoded: "
        expectFailure(
            try await run(against: .json(json)), text + "[1].followers_count: expected Int, found \"12\"\n")
        expectFailure(try await run(against: .json(#"{"tags":[]}"#)), text + "expected an array, found ")
        expectFailure(try await run(["--json"], against: .json("<html></html>")), text + "the body is not JSON")
        expectFailure(try await run(against: .text("<html></html>")), text + "unexpected Content-Type: expected ")
        expectFailure(try await run(against: .json("")), text + "the body is empty")
    }

    @Test func errorContainsTheRateLimit() async throws {
        var options = SampleQiita.Options()
        options.anonymousLimit = 2
        options.now = { Date(timeIntervalSince1970: 1_000) }
        let sample = try SampleQiita(options: options)
        defer { sample.stop() }
        let outcome = try await script.run(["--base-url", sample.baseURL, "--all", "--per-page", "5"])
        #expect(outcome.status == 1)
        let text =
            "failed with status 403 Forbidden: \"Rate limit exceeded\" (rate_limit_exceeded), "
            + "limit 2 requests per hour, retry after 1970-01-01T01:16:40Z\n"
        #expect(outcome.errors.contains("/tags?page=3&per_page=5 \(text)"))
        #expect(sample.server.requests.count == 3)
    }

    @Test func errorsDoNotContainTheToken() async throws {
        let json = #"{"message":"who is s3cret-t0ken?","type":"unauthorized"}"#
        let responses: [LoopbackServer.Response] = [
            .raw(json, status: "401 Unauthorized"), .json("{\"s3cret-t0ken\":1}"), .text("s3cret-t0ken"),
            .json(#"[{"id":"s3cret-t0ken","items_count":"s3cret-t0ken"}]"#),
        ]
        for response in responses {
            let outcome = try await run(["--token", "s3cret-t0ken"], against: response).outcome
            #expect(outcome.status == 1)
            #expect(!outcome.output.contains("s3cret") && !outcome.errors.contains("s3cret"))
        }
        let usage = try await script.run(["--token", "s3cret-t0ken", "--page", "0"])
        usage.expect(status: 64, errors: .omits("s3cret"))
    }

    // MARK: The network

    @Test func reportsARefusedConnection() async throws {
        let address = try ClosedPort.baseURL
        let outcome = try await script.run(["--base-url", address])
        expectFailure(
            (outcome, "GET \(address)/tags?page=1&per_page=20"), "failed: could not connect to host: connection refused"
        )
    }

    @Test func reportsAnUnknownHost() async throws {
        let outcome = try await script.run(["--base-url", "http://no-such-host.invalid/api/v2"])
        expectFailure(
            (outcome, "GET http://no-such-host.invalid/api/v2/tags?page=1&per_page=20"),
            "failed: could not resolve host")
    }

    @Test func timeoutFailsWhenTheServerStalls() async throws {
        let text = "timed out: no complete response within 0.2 seconds\n"
        expectFailure(try await run(["--timeout", "0.2"], against: .stall), text)
        expectFailure(
            try await run(["--timeout", "0.2", "--json"], against: .steps([.head(), .bytes("["), .stall])), text)
    }

    @Test func reportsInterruptedAndMalformedResponses() async throws {
        expectFailure(
            try await run(against: .truncated(Array("[{".utf8), declaredLength: 99)),
            "failed after response head 200 OK: the connection was closed before the response was complete")
        expectFailure(try await run(against: .garbage), "failed: malformed HTTP response")
        expectFailure(
            try await run(against: .reset), "failed: the connection was closed before the response was complete")
    }
}

extension LoopbackServer.Response {
    /// Returns a response with a given status line.
    fileprivate static func raw(_ body: String, status: String, fields: String = "") -> Self {
        .steps([
            .raw("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"), .close,
        ])
    }
}
