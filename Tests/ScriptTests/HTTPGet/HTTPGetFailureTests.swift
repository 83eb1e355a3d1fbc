import Foundation
import RillHTTP
import RillHTTPTesting
import RillMiddleware
import Testing

/// Tests of the exit statuses and error messages of `http-get`.
@Suite(.timeLimit(.minutes(10))) struct HTTPGetFailureTests {
    // MARK: Error statuses

    @Test func errorStatusPrintsTheBodyToStandardError() async throws {
        let (outcome, server) = try await HTTPGet.run(path: "/x") { _ in .text("no such thing\n", status: .notFound) }
        let text = "http-get: GET \(server.baseURL)/x failed with status 404 Not Found: no such thing\n"
        outcome.expect(status: 22, output: "", errors: .equals(text))
    }

    @Test func longErrorBodyFollowsTheMessage() async throws {
        let body = (1...40).map { "line \($0)" }.joined(separator: "\n")
        let (outcome, server) = try await HTTPGet.run { _ in .text(body, status: .badGateway) }
        let summary = "http-get: GET \(server.baseURL)/ failed with status 502 Bad Gateway"
        outcome.expect(status: 22, errors: "\(summary)\n\(body)\n")
        let (again, _) = try await HTTPGet.run(["--retry", "1"]) { _ in .text(body, status: .badGateway) }
        let last = again.errors.split(separator: "\n").drop {
            !$0.hasSuffix("502 Bad Gateway") || $0.contains("attempt")
        }
        #expect(last.dropFirst().first?.hasPrefix("Attempts: 2; earlier: ") == true)
        #expect(last.dropFirst(2).joined(separator: "\n") == body)
    }

    @Test func errorBodyIsTruncatedAfterOneKiB() async throws {
        let body = String(repeating: "0123456 ", count: 1_000)
        let (outcome, _) = try await HTTPGet.run { _ in .text(body, status: .badGateway) }
        outcome.expect(status: 22, errors: .ends("failed with status 502 Bad Gateway\n\(body.prefix(1_024))…\n"))
    }

    @Test(arguments: [["--lines"], ["--sse"], ["--sse", "--retry", "3"], ["--output", "/nowhere/at/all"]])
    func everyOutputModeReportsTheErrorStatus(options: [String]) async throws {
        // An unwritable output file fails before the request is sent.
        let (outcome, server) = try await HTTPGet.run(options) { _ in .text("go away", status: .forbidden) }
        let isFile = options[0] == "--output"
        outcome.expect(
            status: isFile ? 1 : 22,
            errors: .contains(isFile ? "cannot write /nowhere/at/all: No such file" : "403 Forbidden: go away"))
        #expect(server.requests.count == (isFile ? 0 : 1))
    }

    // MARK: Retries

    @Test func retryPrintsEachFailedAttempt() async throws {
        let count = Count()
        let (outcome, server) = try await HTTPGet.run(["--retry", "2"]) { _ in
            count.next() < 2 ? .text("later", status: .serviceUnavailable) : .text("now")
        }
        outcome.expect(status: 0, output: "now")
        #expect(server.requests.count == 3)
        #expect(outcome.lines.count == 1)
        let notes = outcome.errors.split(separator: "\n")
        try #require(notes.count == 4)
        let failure = "failed: GET \(server.baseURL)/ failed with status 503 Service Unavailable"
        #expect(notes[0] == "http-get: attempt 1 of 3 \(failure)")
        #expect(notes[2] == "http-get: attempt 2 of 3 \(failure)")
        #expect(notes[1].hasPrefix("http-get: retrying in ") && notes[3].hasPrefix("http-get: retrying in "))
    }

    @Test func retryFailsAfterTheLastAttempt() async throws {
        let (outcome, server) = try await HTTPGet.run(["--retry", "1"]) { _ in
            .text("later", status: .serviceUnavailable)
        }
        #expect(outcome.status == 22)
        #expect(server.requests.count == 2)
        #expect(outcome.errors.contains("\nAttempts: 2; earlier: 503 Service Unavailable after "))
    }

    @Test func doesNotRetryPOSTOrWithoutTheOption() async throws {
        let (outcome, server) = try await HTTPGet.run { _ in .text("later", status: .serviceUnavailable) }
        #expect(outcome.status == 22)
        #expect(server.requests.count == 1)
        let (_, other) = try await HTTPGet.run(["--retry", "3", "-d", "x"]) { _ in
            .text("later", status: .serviceUnavailable)
        }
        #expect(other.requests.count == 1)
    }

    // MARK: The network

    @Test(arguments: [[], ["--lines"], ["--retry", "5"]])
    func timeoutFailsWhenTheBodyStalls(options: [String]) async throws {
        let (outcome, server) = try await HTTPGet.run(["--timeout", "0.3"] + options) { _ in
            .steps([.head(), .bytes("beginning\n"), .stall])
        }
        #expect(outcome.status == 1)
        // The timeout can occur before or after the first chunk is written.
        #expect("beginning\n".hasPrefix(outcome.output))
        let text =
            "http-get: GET \(server.baseURL)/ timed out: no complete response within 0.3 seconds\n"
        #expect(outcome.errors == text)
    }

    @Test func timeoutFailsWhenTheEventStreamStalls() async throws {
        let (outcome, _) = try await HTTPGet.run(["--sse", "--timeout", "0.5"]) { _ in
            .steps([.head(), .bytes("data: a\n\n"), .stall], fields: [.contentType: "text/event-stream"])
        }
        #expect(outcome.status == 1)
        #expect((#"{"data":"a","type":"message"}"# + "\n").hasPrefix(outcome.output))
        #expect(outcome.errors == "http-get: timed out: the stream did not end within 0.5 seconds\n")
    }

    @Test func reportsARefusedConnection() async throws {
        let address = try ClosedPort.baseURL
        let outcome = try await HTTPGet.script.run([address])
        let text = "http-get: GET \(address)/ failed: could not connect to host: connection refused"
        outcome.expect(status: 1, errors: .begins(text))
    }

    @Test func reportsATruncatedBody() async throws {
        let (outcome, server) = try await HTTPGet.run { _ in .truncated(Array("half".utf8), declaredLength: 8) }
        let text =
            "http-get: GET \(server.baseURL)/ failed after response head 200 OK: the connection was closed before"
        outcome.expect(status: 1, output: "half", errors: .begins(text))
    }

    @Test func sseFailsForAnotherContentType() async throws {
        let (outcome, _) = try await HTTPGet.run(["--sse"]) { _ in .json("[]") }
        outcome.expect(
            status: 1, errors: .contains("unexpected Content-Type: expected text/event-stream, found application/json"))
    }

    // MARK: Secrets

    @Test func verboseRedactsSecrets() async throws {
        let options = [
            "--verbose", "--timing", "--retry", "1",
            "-H", "Authorization: Bearer planted-1", "-H", "Cookie: session=planted-2",
            "-d", "user=me&password=planted-3", "-X", "PUT",
        ]
        let path = "/search?q=rx&access_token=planted-4"
        let echo = "planted-1 planted-2 planted-3 planted-4"
        for status: HTTPResponse.Status in [.ok, .unauthorized, .serviceUnavailable] {
            let (outcome, server) = try await HTTPGet.run(options, path: path) { _ in
                .text(echo, status: status).adding(.setCookie, "session=planted-6")
            }
            outcome.expect(
                status: status == .ok ? 0 : 22, errors: .omits("planted"),
                .contains("#1 --> PUT \(server.baseURL)/search?q=rx&access_token=<redacted>\n"),
                .contains("    Authorization: <redacted>\n"), .contains("    | user=me&password=<redacted>\n"),
                .contains(" <-- \(status) PUT "), .contains("    | <redacted> <redacted> <redacted> <redacted>\n"))
            // The response body on standard output is not redacted.
            #expect(outcome.output == (status == .ok ? echo : ""))
        }
    }

    @Test func verboseLogsEachAttempt() async throws {
        let count = Count()
        let (outcome, _) = try await HTTPGet.run(["--verbose", "--retry", "1"]) { _ in
            count.next() == 0 ? .status(.serviceUnavailable) : .text("fine")
        }
        outcome.expect(
            status: 0, errors: .contains("#1 <-- "), .contains(", attempt 2\n"), .contains("#2 <-- 200 OK GET "),
            .contains("    Content-Type: text/plain; charset=utf-8\n    Content-Length: 4\n    | fine\n"))
    }
}
