import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

/// Tests the detection of structural differences between recorded and new responses.
@Suite struct CassetteDriftTests {
    private let folder = CassetteFolder()
    private let warnings = Log<String>()
    private let request = HTTPRequest("https://h/a")

    private func cassette(
        _ upstream: any Transport, scheduler: any Scheduler = ImmediateScheduler.shared,
        redaction: CassetteTransport.Redaction = .default
    ) -> CassetteTransport {
        CassetteTransport(
            folder.file, mode: .drift, recording: upstream, scheduler: scheduler, redaction: redaction,
            onWarning: { [warnings] in warnings.append($0) })
    }

    /// Returns the differences between a recorded and a new response, and the response that the client receives.
    private func differences(
        _ recorded: StubTransport.Response, _ received: StubTransport.Response
    ) -> (texts: [String], response: CompleteResponse?) {
        _ = try? folder.recorder(StubTransport { _ in recorded }).response(to: request)
        let response = try? cassette(StubTransport { _ in received }).response(to: request)
        let prefix = "log.entries[0] of tags.har differs from the response to GET https://h/a: "
        let texts = warnings.entries.flatMap { text -> [String] in
            #expect(text.hasPrefix(prefix))
            return text.dropFirst(prefix.count).split(separator: "; ").map(String.init)
        }
        return (texts, response)
    }

    @Test func playsRecordedResponseWithoutWarningIfOnlyValuesDiffer() {
        let recorded = #"{"id": 1, "name": "a", "tags": ["x"], "owner": null, "ratio": 1, "pages": []}"#
        let received = #"{"name": "b", "id": 2, "tags": ["y", "z"], "owner": "me", "ratio": 1.5, "pages": [3]}"#
        let (texts, response) = differences(
            .json(recorded, fields: [.date: "1", .vary: "a", .server: "s"]),
            .json(received, fields: [.age: "7", .vary: "b", .server: "t"]))
        #expect(texts.isEmpty)
        #expect(response?.text == recorded)
    }

    @Test func reportsStatus() {
        let (texts, response) = differences(.json("[1]"), .json(#"{"message": "gone"}"#, status: .notFound))
        #expect(texts == ["status: recorded 200, received 404"])
        #expect(response?.text == "[1]")
    }

    @Test func reportsFailures() {
        #expect(
            differences(.json("[1]"), .fail(TransportError(.tls, "x"))).texts
                == ["status: recorded 200, received no response (tls)"])
        let failure = StubTransport.Response.respond(chunks: ["a"], then: .fail(TransportError(.closedEarly)))
        #expect(
            differences(failure, .text("a")).texts.last == "status: recorded 200 (closedEarly), received 200")
    }

    @Test func failsIfRequestCouldNotBeSent() throws {
        _ = try folder.recorder(StubTransport { _ in .text("a") }).response(to: request)
        let error = TransportError(.unavailable, "no network")
        #expect(cassette(StubTransport { _ in .fail(error) }).failure(of: request) == error)
        #expect(warnings.entries.isEmpty)
    }

    @Test func reportsHeaderFields() {
        let texts = differences(
            .text("a", fields: [.link: "</2>", .vary: "Accept"]), .json("1", fields: [.init(literal: "X-New"): "1"])
        ).texts
        #expect(
            texts == [
                "header field Link: recorded, not received", "header field Vary: recorded, not received",
                "header field X-New: received, not recorded",
                "header field Content-Type: recorded text/plain, received application/json",
            ])
    }

    @Test(arguments: [
        (#"{"id": 1}"#, #"{"id": "1"}"#, ["body at id: recorded a number, received a string"]),
        (#"{"a": {"b": true}}"#, #"{"a": [true]}"#, ["body at a: recorded an object, received an array"]),
        (#"[{"id": 1, "n": 1}]"#, #"[{"id": 1}]"#, ["body at [].n: recorded, not received"]),
        (#"[{"id": 1}]"#, #"[{"id": 1}, {"id": 2, "n": 1}]"#, ["body at [].n: received, not recorded"]),
        (#"{"m": [{"id": 1}, {"id": 2, "n": 1}]}"#, #"{"m": [{"id": 1}]}"#, []),
        (#"[1, "a"]"#, #"["b"]"#, []),
        (#"[1]"#, #"[1, "a"]"#, ["body at []: recorded a number, received a number or a string"]),
        ("[1]", "{}", ["body: recorded an array, received an object"]),
        ("[1]", "<html>", ["body: recorded JSON, received no JSON"]),
        ("[1]", "", ["body: recorded JSON, received nothing"]),
        ("hello", "[1]", []), ("null", "1", []),
    ])
    func reportsShapeOfJSON(recorded: String, received: String, expected: [String]) {
        #expect(differences(.json(recorded), .json(received)).texts == expected)
    }

    @Test func quotesMemberNamesThatAreNotVisibleASCII() {
        let long = String(repeating: "n", count: 100)
        #expect(
            differences(.json("{}"), .json(#"{"\u001B[2J\n": 1, "\#(long)": 1}"#)).texts == [
                "body at \"[2J\": received, not recorded",
                "body at \"\(long.prefix(80))…\": received, not recorded",
            ])
    }

    @Test func limitsTheNumberOfDifferences() {
        let members = (100..<150).map { "\"id-\($0)\": 1" }
        let texts = differences(.json("{}"), .json("{\(members.joined(separator: ", "))}")).texts
        #expect(texts.count == 21)
        #expect(texts.last == "30 more")
    }

    @Test func requestWithoutEntryFails() throws {
        _ = try folder.recorder(StubTransport { _ in .text("a") }).response(to: request)
        let upstream = StubTransport { _ in .text("b") }
        let transport = cassette(upstream)
        #expect(transport.failure(of: HTTPRequest("https://h/b"))?.text.contains("no entry of tags.har") == true)
        #expect(upstream.requests.isEmpty)
        #expect(try transport.response(to: request).text == "a")
        #expect(transport.failure(of: request)?.text.contains("no unplayed entry") == true)
    }

    @Test func missingFileFails() {
        let error = cassette(FailingTransport()).failure(of: request)
        #expect(error?.text == "cassette \(folder.file.path) does not exist. Record it with REPLAY_RECORD_MODE=once")
    }

    // MARK: Secrets

    @Test func clientSignsInWithSecretsFromServer() throws {
        func server(_ token: String) -> StubTransport {
            StubTransport { request in
                switch request.path {
                case "/login": .json(#"{"token": "\#(token)"}"#, fields: [.init(literal: "X-Subject-Token"): token])
                default:
                    request.headerFields[.authorization] == token
                        ? .json(#"{"name": "\#(token.prefix(3))"}"#, fields: [.setCookie: "id=\(token)"])
                        : .status(.unauthorized)
                }
            }
        }
        func run(_ transport: any Transport) throws -> [CompleteResponse] {
            let login = try transport.response(to: HTTPRequest(.post, "https://h/login"))
            let token = login.head?.headerFields[.init(literal: "X-Subject-Token")] ?? ""
            return [login, try transport.response(to: HTTPRequest("https://h/user", [.authorization: token]))]
        }
        _ = try run(folder.recorder(server("old-0123456789")))
        let responses = try run(cassette(server("new-0123456789")))
        #expect(responses[0].text == #"{"token": "new-0123456789"}"#)
        // Only the redacted cookie is replaced.
        #expect(responses[1].text == #"{"name": "old"}"#)
        #expect(responses[1].head?.headerFields[.setCookie] == "id=new-0123456789")
        #expect(warnings.entries.isEmpty)
    }

    @Test func warningsContainNoSecrets() {
        let secret = "s3cr3t-0123456789"
        let request = HTTPRequest("https://h/\(secret)?sig=\(secret)", [.authorization: "Bearer \(secret)"])
        _ = try? folder.recorder(StubTransport { _ in .json("{}") }).response(to: request)
        let upstream = StubTransport { _ in .json(#"{"token": "\#(secret)", "\#(secret)": 1}"#) }
        _ = try? cassette(upstream).response(to: request)
        #expect(
            warnings.entries == [
                "log.entries[0] of tags.har differs from the response to GET https://h/%3Credacted%3E?sig=%3Credacted%3E: "
                    + "body at <redacted>: received, not recorded; body at token: received, not recorded"
            ])
    }

    @Test func warningsContainNoSecretsWithoutRedaction() throws {
        let request = HTTPRequest("https://h/a?token=s3cr3t-0123", [.authorization: "Bearer abc-0123456789"])
        _ = try folder.recorder(StubTransport { _ in .json("{}") }, redaction: .none).response(to: request)
        let upstream = StubTransport { _ in .json(#"{"abc-0123456789": 1}"#) }
        _ = try cassette(upstream, redaction: .none).response(to: request)
        #expect(
            warnings.entries == [
                "log.entries[0] of tags.har differs from the response to GET https://h/a?token=%3Credacted%3E: "
                    + "body at <redacted>: received, not recorded"
            ])
    }

    @Test func truncatedMemberNameContainsNoPartOfSecret() throws {
        let request = HTTPRequest("https://h/a", [.authorization: "Bearer s3cr3t-0123456789"])
        _ = try folder.recorder(StubTransport { _ in .json("{}") }).response(to: request)
        let name = String(repeating: "n", count: 70) + " s3cr3t-0123456789"
        _ = try cassette(StubTransport { _ in .json(#"{"\#(name)": 1}"#) }).response(to: request)
        #expect(warnings.entries.count == 1)
        #expect(!warnings.entries.joined().contains("s3cr"))
    }

    @Test func incompleteBodyDoesNotReplaceRedactedOne() {
        let partial = StubTransport.Response.respond(
            fields: [.contentType: "application/json"], chunks: [#"{"token": "#],
            then: .fail(TransportError(.closedEarly)))
        let (texts, response) = differences(.json(#"{"token": "s3cr3t"}"#), partial)
        #expect(texts == ["status: recorded 200, received 200 (closedEarly)"])
        #expect(response?.text == #"{"token": "<redacted>"}"#)
    }

    // MARK: Streams

    /// Records an event stream that is disposed after three seconds.
    private func recordStream(_ text: String) {
        let kit = TestKit()
        let upstream = StubTransport(scheduler: kit.scheduler) { _ in
            .respond(fields: [.contentType: "text/event-stream"], chunks: [.init(text)], then: .never)
        }
        let recorder = folder.recorder(upstream, scheduler: kit.scheduler)
        _ = kit.record(disposedAt: 3) { recorder.send(request, body: nil) }
    }

    @Test func playsRecordedStreamWithWarningIfServerDoesNotRespondInTime() {
        recordStream("data: 1\n\n")
        let kit = TestKit()
        let transport = cassette(StubTransport(scheduler: kit.scheduler) { _ in .never }, scheduler: kit.scheduler)
        let played = kit.record { transport.send(request, body: nil) }
        #expect(played.values.count == 2)
        #expect(!played.isCompleted)
        #expect(
            warnings.entries == [
                "no response to GET https://h/a within 3.0 seconds: played log.entries[0] of tags.har"
            ])
    }

    @Test(arguments: [
        ("data: tick\n\n", "", nil), ("data: tick\n\n", "data: {}\n\n", nil), ("data: {}\n\n", "", nil),
        ("data: {}\n\n", ": quiet\n\n", nil),
        ("data: {}\n\n", "data: tick\n\n", "body: recorded JSON, received no JSON"),
        (
            "data: {\ndata: \"a\": 1}\n\n", "data: {\"a\":\ndata: \"b\"}\n\n",
            "body at a: recorded a number, received a string"
        ),
    ])
    func comparesOnlyJSONOfStreams(recorded: String, received: String, difference: String?) {
        recordStream(recorded)
        let kit = TestKit()
        let upstream = StubTransport(scheduler: kit.scheduler) { _ in
            .respond(
                fields: [.contentType: "text/event-stream"], chunks: received.isEmpty ? [] : [.init(received)],
                then: .never)
        }
        let transport = cassette(upstream, scheduler: kit.scheduler)
        _ = kit.record { transport.send(request, body: nil) }
        let prefix = "log.entries[0] of tags.har differs from the response to GET https://h/a: "
        #expect(warnings.entries == (difference.map { [prefix + $0] } ?? []))
    }

    @Test func comparesEndlessStreamForItsRecordedDuration() throws {
        let events: HTTPFields = [.contentType: "text/event-stream"]
        func stream(_ scheduler: TestScheduler, _ chunks: StubTransport.Response.Chunk...) -> StubTransport {
            StubTransport(scheduler: scheduler) { [chunks] _ in
                .respond(fields: events, chunks: chunks, then: .never)
            }
        }
        let kit = TestKit()
        let upstream = stream(
            kit.scheduler, "data: {\"id\": 1}\n\n", .init("data: {\"id\": 2}\n\n", after: .seconds(2)))
        let recorder = folder.recorder(upstream, scheduler: kit.scheduler)
        _ = kit.record(disposedAt: 5) { recorder.send(request, body: nil) }

        let second = TestKit()
        let drifted = stream(
            second.scheduler, "data: {\"id\": 3}\n\n", .init("data: {\"id\": \"4\"}\n\n", after: .seconds(3)))
        let transport = cassette(drifted, scheduler: second.scheduler)
        let played = second.record { transport.send(request, body: nil) }
        #expect(played.events.map(\.time) == [5, 5, 7])
        #expect(!played.isCompleted)
        #expect(drifted.requests.map(\.isCancelled) == [true])
        #expect(
            warnings.entries == [
                "log.entries[0] of tags.har differs from the response to GET https://h/a: "
                    + "body at id: recorded a number, received a number or a string"
            ])
    }

    @Test(.enabled(if: hasTransport)) func reportsDriftOfRealServer() throws {
        let calls = Log<String>()
        let server = try LoopbackServer { request in
            calls.append(request.path)
            return .json(calls.entries.count == 1 ? #"[{"id": 1, "name": "a"}]"# : #"[{"id": "2"}]"#)
        }
        defer { server.stop() }
        let request = HTTPRequest(server.baseURL + "/items")
        let recorded = try folder.recorder(makeDefaultTransport()).response(to: request)
        #expect(try cassette(makeDefaultTransport()).response(to: request) == recorded)
        #expect(
            warnings.entries == [
                "log.entries[0] of tags.har differs from the response to GET \(server.baseURL)/items: "
                    + "body at [].id: recorded a number, received a string; body at [].name: recorded, not received"
            ])
        #expect(calls.entries == ["/items", "/items"])
    }

    @Test(.enabled(if: hasTransport)) func realServerWithoutDriftCausesNoWarning() throws {
        let server = try LoopbackServer { _ in .json("[]") }
        defer { server.stop() }
        let request = HTTPRequest(server.baseURL + "/items")
        _ = try folder.recorder(makeDefaultTransport()).response(to: request)
        #expect(try cassette(makeDefaultTransport()).response(to: request).text == "[]")
        #expect(warnings.entries.isEmpty)
    }
}
