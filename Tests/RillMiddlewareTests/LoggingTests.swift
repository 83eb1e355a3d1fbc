import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

@Suite struct LoggingTests {
    private let kit = TestKit()
    private let log = Log<String>()

    private func bench(
        _ detail: Logging.Detail = .lines, _ handler: @escaping StubTransport.Handler
    ) -> MiddlewareBench<Logging> {
        MiddlewareBench(
            Logging(detail, scheduler: kit.scheduler) { [log] in log.append($0) },
            StubTransport(scheduler: kit.scheduler, handler))
    }

    private func slow(_ end: StubTransport.Response.End = .complete) -> StubTransport.Response {
        .respond(
            status: .ok, after: .milliseconds(100),
            chunks: [.init("hello", after: .milliseconds(20)), .init("you", after: .milliseconds(3))], then: end)
    }

    @Test func logsRequestAndEnd() {
        let bench = bench { _ in slow() }
        let source = bench.send(get("https://a.example/x?q=1"))
        #expect(log.entries.isEmpty)
        let exchange = RecordedExchange(source)
        #expect(log.entries == ["#1 --> GET https://a.example/x?q=1"])
        kit.scheduler.advance(by: .seconds(1))
        #expect(exchange.response == "200 helloyou")
        #expect(log.entries.dropFirst() == ["#1 <-- 200 OK GET https://a.example/x?q=1 (8 bytes, 0.123 s)"])
    }

    @Test func logsFailureWithRedactedReason() {
        let failing = bench { _ in slow(.fail(TransportError(.closedEarly, "token abcdefgh\r\nX"))) }
        _ = failing.record(makeRequest(.get, "https://a.example/x", [.authorization: "Bearer abcdefgh"]))
        kit.scheduler.advance(by: .seconds(1))
        #expect(
            log.entries.last == """
                #1 <-- failed after 200 OK: GET https://a.example/x (8 bytes, 0.123 s): the connection was closed before \
                the response was complete: token <redacted> X
                """)
        _ = bench { _ in .fail(TransportError(.timeout), after: .seconds(61)) }.record(get())
        kit.scheduler.advance(by: .seconds(100))
        #expect(
            log.entries.last
                == "#1 <-- failed: GET https://a.example/x (0 bytes, 61.000 s): the request timed out")
    }

    @Test func logsSingleEndEntryWhenDisposed() {
        expectNoLeaks {
            let bench = bench { _ in slow() }
            for (milliseconds, end) in [
                (0, "canceled: GET https://a.example/x (0 bytes, 0.000 s)"),
                (110, "canceled after 200 OK: GET https://a.example/x (0 bytes, 0.110 s)"),
                (121, "canceled after 200 OK: GET https://a.example/x (5 bytes, 0.121 s)"),
                (200, "200 OK GET https://a.example/x (8 bytes, 0.123 s)"),
            ] {
                let exchange = bench.record(get())
                kit.scheduler.advance(by: .milliseconds(milliseconds))
                exchange.dispose()
                exchange.dispose()
                kit.scheduler.advance(by: .seconds(1))
                #expect(log.entries.last?.drop { $0 != " " } == " <-- \(end)")
            }
            #expect(log.entries.count == 8)
        }
    }

    @Test func logsExchangeNumberAndAttempt() {
        let bench = bench { _ in .text("x") }
        let source = bench.send(get(), attempt: 3)
        _ = [RecordedExchange(source), RecordedExchange(source)]
        kit.scheduler.advance(by: .zero)
        #expect(
            log.entries == [
                "#1 --> GET https://a.example/x, attempt 3", "#2 --> GET https://a.example/x, attempt 3",
                "#1 <-- 200 OK GET https://a.example/x (1 bytes, 0.000 s)",
                "#2 <-- 200 OK GET https://a.example/x (1 bytes, 0.000 s)",
            ])
    }

    @Test func verboseLogsFieldsAndBodies() {
        let bench = bench(.verbose) { _ in
            .respond(
                status: .created, fields: [.contentType: "application/json", .setCookie: "s=cookiesecret"],
                chunks: ["{\"a\":\n", "\"echo tokensecret\"}"])
        }
        let fields: HTTPFields = [.accept: "a/b", .authorization: "Bearer tokensecret"]
        let body = HTTPBody("{\"password\": \"passsecret\", \"b\": 1}", contentType: "application/json")
        _ = bench.record(makeRequest(.post, "https://a.example/x?api_key=keysecret", fields), body: body)
        kit.scheduler.advance(by: .zero)
        #expect(
            log.entries == [
                """
                #1 --> POST https://a.example/x?api_key=<redacted>
                    Accept: a/b
                    Authorization: <redacted>
                    | {"password": "<redacted>", "b": 1}
                """,
                """
                #1 <-- 201 Created POST https://a.example/x?api_key=<redacted> (25 bytes, 0.000 s)
                    Content-Type: application/json
                    Set-Cookie: <redacted>
                    | {"a":
                    | "echo <redacted>"}
                """,
            ])
    }

    @Test(arguments: ["\r\n", "\r", "\n", "\u{85}", "\u{2028}", "\u{B}", "\r\n\u{301}"])
    func bodyCannotForgeEntry(lineBreak: String) {
        let forged = "ok\(lineBreak)#2 --> DELETE https://bank.example/1\(lineBreak)#1 <-- 200 OK"
        let bench = bench(.verbose) { _ in
            .text(forged, status: .init(code: 400, reasonPhrase: forged), fields: [.init(literal: "X-Note"): forged])
        }
        _ = bench.record(makeRequest(.post, "https://a.example/x"), body: HTTPBody(forged, contentType: "text/plain"))
        kit.scheduler.advance(by: .zero)
        #expect(log.entries.count == 2)
        for entry in log.entries {
            let lines = entry.utf8.split { (0x0A...0x0D).contains($0) }.map { String(Substring($0)) }
            #expect(lines.count > 1)
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("    ") }, "\(entry)")
            #expect(!entry.unicodeScalars.contains { "\r\u{85}\u{2028}\u{B}".unicodeScalars.contains($0) })
        }
    }

    @Test func verboseTruncatesLongAndBinaryBodies() {
        let bench = bench(.verbose) { request in
            request.number == 0
                ? .respond(chunks: (0..<100).map { _ in .init(String(repeating: "a", count: 1_000)) })
                : .respond(chunks: [.init([0, 1, 0xFF, 0xFE])])
        }
        _ = bench.record(makeRequest(.put, "https://a.example/x"), body: HTTPBody([0, 0xFF]))
        _ = bench.record(makeRequest(.put, "https://a.example/x"), body: .file("/nowhere"))
        kit.scheduler.advance(by: .zero)
        let entries = log.entries
        // The second request fails because the file does not exist.
        #expect(entries.count == 4)
        #expect(entries[0] == "#1 --> PUT https://a.example/x\n    | 2 bytes of binary data: 00 ff")
        #expect(
            entries.contains {
                $0.hasPrefix("#1 <-- 200 OK PUT https://a.example/x (100000 bytes") && $0.utf8.count < 1_300
                    && $0.hasSuffix("…\n    | … of 100000 bytes")
            })
        #expect(entries.contains { $0.contains("(body of unknown bytes, not in memory)") })
    }

    @Test func redactsSecretsEverywhere() {
        let bench = bench(.verbose) { _ in
            .respond(
                status: .forbidden, fields: [.location: "https://me:pw-s3cret@a.example/?sig=sig-s3cret"],
                chunks: ["no: tok-s3cret, signature=sig-s3cret"])
        }
        let request = makeRequest(
            .post, "https://a.example/x?sig=sig-s3cret&X-Amz-Signature=amz-s3cret",
            [.authorization: "Bearer tok-s3cret", .cookie: "id=cookie-s3cret"])
        _ = bench.record(request, body: .form(["client_secret": "form-s3cret", "a": "b"]))
        kit.scheduler.advance(by: .zero)
        #expect(log.entries.count == 2)
        #expect(!log.entries.joined().contains("s3cret"))
        #expect(log.entries.joined().contains("<redacted>"))
    }

    @Test func redactsSecretThatRedirectRepeats() {
        let transport = StubTransport { request in
            request.number == 0
                ? .status(.found, fields: [.location: "https://other.example/x/tok-s3cret"])
                : .json("1", status: .init(code: 200, reasonPhrase: "tok-s3cret"))
        }
        let logging = Logging(scheduler: kit.scheduler) { [log] in log.append($0) }
        var client = makeClient(transport, middleware: [FollowRedirects(), logging])
        client.defaultFields = [.authorization: "Bearer tok-s3cret"]
        #expect(Recorder(client.send(Anything<Int>())).values == [1])
        #expect(
            log.entries.suffix(2) == [
                "#2 --> GET https://other.example/x/<redacted>",
                "#2 <-- 200 <redacted> GET https://other.example/x/<redacted> (1 bytes, 0.000 s)",
            ])
    }
}
