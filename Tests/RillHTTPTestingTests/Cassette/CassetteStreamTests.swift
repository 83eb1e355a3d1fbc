import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

/// Recording and playback of endless streams: Server-Sent Events and NDJSON.
@Suite struct CassetteStreamTests {
    private struct Ticker: Request {
        typealias Response = [Int]
        var path: URLPath { "/ticks" }
    }

    private struct Tick: Decodable, Sendable, Hashable {
        var id: Int
    }

    private let folder = CassetteFolder()
    private let request = HTTPRequest("https://h/ticks")

    private static let events: HTTPFields = [.contentType: "text/event-stream"]
    private static let ndjson: HTTPFields = [.contentType: "application/x-ndjson"]

    /// Returns a stream that sends chunks at the given times and then stays open.
    private func stream(
        _ scheduler: any Scheduler, _ fields: HTTPFields, _ chunks: [StubTransport.Response.Chunk]
    ) -> StubTransport {
        StubTransport(scheduler: scheduler) { _ in
            .respond(fields: fields, after: .seconds(1), chunks: chunks, then: .never)
        }
    }

    /// Records a stream until it is disposed after nine seconds.
    private func record(_ fields: HTTPFields, _ chunks: StubTransport.Response.Chunk...) {
        let scheduler = TestScheduler()
        let recorder = folder.recorder(stream(scheduler, fields, chunks), scheduler: scheduler)
        let subscription = recorder.send(request, body: nil).subscribe(onNext: { _ in })
        scheduler.advance(by: .seconds(9))
        subscription.dispose()
    }

    /// The parts of the body as they arrive during playback.
    private var chunks: [String] {
        let recording = TestKit().record { folder.player().send(request, body: nil) }
        return recording.values.compactMap { event in
            if case .chunk(let bytes) = event { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
    }

    // MARK: Timing

    @Test(arguments: [events, ndjson, [.contentType: "application/json-seq; charset=utf-8"]])
    func playsStreamUntilDisposalAtRecordedTimes(fields: HTTPFields) throws {
        let kit = TestKit()
        let upstream = stream(
            kit.scheduler, fields, ["a\n", .init("b\n", after: .seconds(3)), .init("c", after: .seconds(2))])
        let recorded = kit.record(disposedAt: 8) {
            folder.recorder(upstream, scheduler: kit.scheduler).send(request, body: nil)
        }
        #expect(recorded.events.map(\.time) == [1, 1, 4, 6])
        let second = TestKit()
        let played = second.record { folder.player(scheduler: second.scheduler).send(request, body: nil) }
        #expect(played == recorded)
        let entry = try #require(folder.entries.first)
        #expect(entry["time"] as? Int == 8_000)
        let response = try #require(entry["response"] as? [String: any Sendable])
        #expect(response["_isCancelled"] as? Bool == true)
        let content = try #require(response["content"] as? [String: any Sendable])
        #expect(content["text"] as? String == "a\nb\nc")
    }

    @Test func streamStaysOpenWithoutTimers() {
        record(Self.events, "data: 1\n\n")
        let scheduler = TestScheduler()
        let ended = Log<Bool>()
        let subscription = folder.player(scheduler: scheduler).send(request, body: nil)
            .subscribe(onNext: { _ in }, onError: { _ in ended.append(true) }, onCompleted: { ended.append(true) })
        scheduler.advance(by: .seconds(3_600))
        #expect(scheduler.pendingCount == 0)
        #expect(ended.entries.isEmpty)
        subscription.dispose()
    }

    @Test func recordsStreamThatIsLimitedByAnOperator() throws {
        let upstream = StubTransport { _ in
            .respond(fields: Self.events, chunks: ["data: 1\n\n", "data: 2\n\n", "data: 3\n\n"], then: .never)
        }
        _ = try folder.recorder(upstream).send(request, body: nil).take(3).toArray().wait(timeout: .seconds(30))
        #expect(folder.entries.count == 1)
        let played = TestKit().record { folder.player().send(request, body: nil) }
        let head = HTTPResponse(status: 200, headerFields: Self.events)
        #expect(
            played.values == [.head(head), .chunk(Array("data: 1\n\n".utf8)), .chunk(Array("data: 2\n\n".utf8))])
    }

    @Test func recordsCompletedStreamAsEnded() throws {
        let upstream = StubTransport { _ in .respond(fields: Self.events, chunks: ["data: 1\n\n"]) }
        _ = try folder.recorder(upstream).response(to: request)
        #expect(!folder.text.contains("_isCancelled"))
        #expect(try folder.player().response(to: request).text == "data: 1\n\n")
    }

    @Test func doesNotRecordStreamWithoutResponse() {
        let scheduler = TestScheduler()
        let recorder = folder.recorder(stream(scheduler, Self.events, []), scheduler: scheduler)
        recorder.send(request, body: nil).subscribe(onNext: { _ in }).dispose()
        #expect(folder.text.isEmpty)
    }

    @Test func playsStreamFromOtherTool() throws {
        try folder.write(
            #"""
            {"log": {"entries": [{
              "request": {"method": "GET", "url": "https://h/ticks"}, "time": 5000,
              "response": {
                "status": 200, "_isCancelled": "no", "content": {"text": "ab", "mimeType": "text/event-stream"},
                "_chunks": [{"offset": 1000, "size": 1}, {"offset": 4000, "size": 1}]
              }
            }]}}
            """#)
        let kit = TestKit()
        let played = kit.record { folder.player(scheduler: kit.scheduler).send(request, body: nil) }
        #expect(played.events.map(\.time) == [5, 5, 5, 5])
        #expect(played.isCompleted)
    }

    // MARK: Clients

    @Test func reconnectionContinuesWithTheNextEntry() {
        func client(_ transport: any Transport, _ kit: TestKit) -> Observable<String> {
            var client = Client(baseURL: "https://h", transport: transport)
            client.scheduler = kit.scheduler
            let policy = ReconnectionPolicy(backoff: .constant(.seconds(2)), jitter: .none)
            return client.serverSentEvents(Ticker(), reconnection: policy).map(\.data)
        }
        let kit = TestKit()
        let upstream = StubTransport(scheduler: kit.scheduler) { request in
            request.number == 0
                ? .respond(fields: Self.events, chunks: [.init("id: 7\ndata: a\n\n", after: .seconds(1))])
                : .respond(fields: Self.events, chunks: [.init("data: b\n\n", after: .seconds(1))], then: .never)
        }
        let recorder = folder.recorder(upstream, scheduler: kit.scheduler)
        let recorded = kit.record(disposedAt: 10) { client(recorder, kit) }
        #expect(recorded.values == ["a", "b"])
        #expect(upstream.requests.map { $0.headerFields[.init(literal: "Last-Event-ID")] } == [nil, "7"])
        let second = TestKit()
        let played = second.record(disposedAt: 10) { client(folder.player(scheduler: second.scheduler), second) }
        #expect(played == recorded)
        #expect(folder.entries.count == 2)
    }

    @Test(.enabled(if: hasTransport)) func recordsEventsOfRealServerUntilDisposal() async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { _ in
            .steps(
                [
                    .head(), .bytes("data: {\"id\":1}\n\n"), .wait(for: gate), .bytes("data: {\"id\":2}\n\n"),
                    .bytes("data: {\"id\":"), .stall,
                ], fields: Self.events)
        }
        defer { server.stop() }
        let recorder = folder.recorder(makeDefaultTransport())
        let events = Recorder<String>()
        let subscription = events.record(
            Client(baseURL: server.baseURL, transport: recorder).serverSentEvents(Ticker()).map(\.data))
        #expect(await events.waitForEvents(1, timeout: .seconds(30)))
        #expect(folder.text.isEmpty)
        gate.open()
        #expect(await events.waitForEvents(2, timeout: .seconds(30)))
        subscription.dispose()
        #expect(folder.entries.count == 1)

        let kit = TestKit(tick: .milliseconds(1))
        let player = Client(baseURL: server.baseURL, transport: folder.player(scheduler: kit.scheduler))
        let played = kit.record(disposedAt: 60_000) { player.serverSentEvents(Ticker()).map(\.data) }
        #expect(played.values == [#"{"id":1}"#, #"{"id":2}"#])
        // Each event arrives at the time of its chunk in the file. If both arrived in the last millisecond, the file
        // contains only the time of the entry.
        let entry = try #require(folder.entries.first)
        let response = try #require(entry["response"] as? [String: any Sendable])
        let chunks = response["_chunks"] as? [[String: any Sendable]]
        let offsets = try chunks?.compactMap { $0["offset"] as? Int } ?? [#require(entry["time"] as? Int)]
        #expect(played.events.map(\.time).allSatisfy { time in offsets.contains { time == TestTime(tick: $0) } })
        #expect(!played.isCompleted)
    }

    @Test(.enabled(if: hasTransport)) func recordsNDJSONOfRealServerUntilDisposal() async throws {
        let server = try LoopbackServer { _ in
            .steps([.head(), .bytes("{\"id\":1}\n{\"id\":2}\n"), .stall], fields: Self.ndjson)
        }
        defer { server.stop() }
        let ticks = Recorder<Tick>()
        let client = Client(baseURL: server.baseURL, transport: folder.recorder(makeDefaultTransport()))
        let subscription = ticks.record(client.stream(Ticker(), as: .ndjson(of: Tick.self)))
        #expect(await ticks.waitForEvents(2, timeout: .seconds(30)))
        subscription.dispose()
        server.stop()
        let kit = TestKit()
        let player = Client(baseURL: server.baseURL, transport: folder.player(scheduler: kit.scheduler))
        let played = kit.record { player.stream(Ticker(), as: .ndjson(of: Tick.self)) }
        #expect(played.values == [Tick(id: 1), Tick(id: 2)])
        #expect(!played.isCompleted)
    }

    // MARK: Secrets

    @Test func redactionKeepsArrivalTimeOfEachLine() {
        record(
            Self.events, "data: {\"token\": \"averyveryverylongsecret\"}\n\n",
            .init("data: {\"n\": 1, \"password\": \"s3c\"}\n\n", after: .seconds(1)),
            .init("data: you sent averyveryverylongsecret\n\n", after: .seconds(1)))
        #expect(
            chunks == [
                "data: {\"token\": \"<redacted>\"}\n\n", "data: {\"n\": 1, \"password\": \"<redacted>\"}\n\n",
                "data: you sent <redacted>\n\n",
            ])
    }

    @Test func redactsLinesBeforeAnIncompleteOne() {
        record(Self.ndjson, "{\"password\": [\"s3cr3t\", 1234]}\n{\"id\": \"s3cr3t\"}\n{\"token\": {\"id\": \"s3cr3t")
        #expect(chunks.joined().hasPrefix("{\"password\": [\"<redacted>\", 0]}\n{\"id\": \"<redacted>\"}\n"))
        #expect(!folder.text.contains("s3cr3t"))
    }

    @Test func redactsStreamThatEndsWithinACharacter() {
        let cut = Array("data: {\"token\": \"s3cr3t\"}\n\ndata: {\"password\": \"s3cr3té".utf8.dropLast())
        record(Self.events, .init(cut))
        let text = chunks.joined()
        #expect(text.hasPrefix("data: {\"token\": \"<redacted>\"}\n\ndata: {\"password\": \""))
        #expect(!text.contains("s3cr3t"))
        #expect(!folder.text.contains("s3cr3t"))
    }

    @Test func redactsEventWithSeveralDataLines() {
        record(
            Self.events, "data: {\r\ndata: \"password\": [\r\ndata: \"s3c\"\r\ndata: ]}\r\n\r\n",
            .init("data: {\ndata: \"password\": [\ndata: \"s3c\"\n", after: .seconds(1)))
        #expect(
            chunks == [
                "data: {\r\ndata: \"password\": [\r\ndata: \"<redacted>\"\r\ndata: ]}\r\n\r\n",
                "data: {\ndata: \"password\": [\ndata: \"<redacted>\"\n",
            ])
        #expect(!folder.text.contains("s3c"))
    }

    @Test func redactsTextSequenceWithLineFeeds() {
        record(
            [.contentType: "application/json-seq"],
            "\u{1E}{\"password\": [\n\"s3c\"\n]}\n\u{1E}[1]\n\u{1E}{\"password\": [\n\"s3c\"\n")
        #expect(
            chunks.joined()
                == "\u{1E}{\"password\": [\n\"<redacted>\"\n]}\n\u{1E}[1]\n\u{1E}{\"password\": [\n\"<redacted>\"\n")
    }

    @Test(arguments: [
        "data: {\"token\": \"s3cr3t-01234\"}\n\ndata: {\"id\": \"s3cr3t-01234\"}\n\n",
        ": you sent s3cr3t-01234\n\ndata: {\"token\": \"s3cr3t-01234\"}\n\n",
        "data: you sent s3cr3t-01234\n\ndata: {\"token\": \"s3cr3t-01234",
    ])
    func redactsRepetitionsOfSecretInText(text: String) {
        record(Self.events, .init(text))
        #expect(chunks.joined().split(separator: "<redacted>", omittingEmptySubsequences: false).count == 3)
        #expect(!folder.text.contains("s3cr3t"))
    }

    @Test func redactsSecretThatIsSplitAcrossChunks() {
        record(
            Self.events, "data: {\"token\": \"s3cr3t-01234\"}\n\ndata: you sent s3cr3",
            .init("t-01", after: .seconds(1)),
            .init("234, no\n\n", after: .seconds(1)))
        #expect(chunks.joined() == "data: {\"token\": \"<redacted>\"}\n\ndata: you sent <redacted>, no\n\n")
    }

    @Test(arguments: ["data: you sent aver", "data: {\"text\": \"you sent averyverylongsec"])
    func redactsTruncatedSecret(text: String) {
        record(Self.events, .init("data: {\"token\": \"averyverylongsecret\"}\n\n" + text))
        #expect(chunks.joined().hasSuffix("you sent <redacted>"))
        #expect(!folder.text.contains("aver"))
    }

    @Test func lineArrivesOnlyWhenComplete() {
        record(
            Self.ndjson, "{\"token\": \"averyveryverylongsecret", .init("\"}\n{\"id\": 1}\n", after: .seconds(1)))
        #expect(chunks == ["{\"token\": \"<redacted>\"}", "\n{\"id\": 1}\n"])
    }

    // MARK: Failures

    @Test func reportsUnwritableFileAfterDisposal() throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: folder.file.deletingLastPathComponent())
        let errors = Log<any Error>()
        let handler: UndeliveredErrors.Handler = { errors.append($0) }
        UndeliveredErrors.withHandler(handler) { record(Self.events, "data: 1\n\n") }
        let error = try #require(errors.entries.first as? TransportError)
        #expect(error.text.hasPrefix("cannot write cassette \(folder.file.path): "))
        #expect(errors.entries.count == 1)
    }
}
