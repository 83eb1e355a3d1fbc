import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Synchronization
import Testing

/// Timing, failures, disposal and back-pressure of recorded exchanges.
@Suite struct CassetteExchangeTests {
    private let folder = CassetteFolder()
    private let request = HTTPRequest("https://h/a")

    // MARK: Timing

    @Test func playsChunksAtTheirRecordedTimes() throws {
        let kit = TestKit()
        let upstream = StubTransport(scheduler: kit.scheduler) { _ in
            .respond(
                after: .seconds(1), chunks: ["a", .init("bc", after: .seconds(2)), .init("d", after: .seconds(1))],
                after: .seconds(3))
        }
        let recorded = kit.record { folder.recorder(upstream, scheduler: kit.scheduler).send(request, body: nil) }
        #expect(recorded.events.map(\.time) == [1, 1, 3, 4, 7])
        let second = TestKit()
        let played = second.record { folder.player(scheduler: second.scheduler).send(request, body: nil) }
        #expect(played == recorded)
        // By default, playback does not wait, but it preserves the recorded chunks.
        let events = try folder.player().send(request, body: nil).toArray().wait(timeout: .seconds(30))
        #expect(events == recorded.values)
        let entry = try #require(folder.entries.first)
        #expect(entry["time"] as? Int == 7_000)
        #expect(entry["timings"] as? [String: Int] == ["send": 0, "wait": 1_000, "receive": 6_000])
    }

    /// Records the exchange with a response in virtual time.
    private func record(_ response: StubTransport.Response) {
        let kit = TestKit()
        let upstream = StubTransport(scheduler: kit.scheduler) { _ in response }
        _ = kit.record { folder.recorder(upstream, scheduler: kit.scheduler).send(request, body: nil) }
    }

    private static let chunks: [(StubTransport.Response, [String])] = [
        // The redaction changes the length. Two of the three chunks remain, and neither is empty.
        (
            .respond(
                fields: [.contentType: "application/json"],
                chunks: [
                    "{\"token\": \"averyve", .init("ryverylongtoken\"", after: .seconds(1)),
                    .init("}", after: .seconds(1)),
                ]), ["{\"token\": \"<redact", "ed>\"}"]
        ),
        // Chunks that arrive together are merged.
        (.respond(chunks: ["a", "b", .init("c", after: .seconds(1))]), ["ab", "c"]),
    ]

    @Test(arguments: chunks)
    func playsAllBytesInChunks(response: StubTransport.Response, chunks: [String]) throws {
        record(response)
        let events = try folder.player().send(request, body: nil).toArray().wait(timeout: .seconds(30))
        #expect(Array(events.dropFirst()) == chunks.map { TransportEvent.chunk(Array($0.utf8)) })
    }

    @Test func keepsTheChunksOfACanceledExchange() throws {
        let kit = TestKit()
        let upstream = StubTransport(scheduler: kit.scheduler) { _ in .respond(chunks: ["a", "b", "c"], then: .never) }
        let exchange = folder.recorder(upstream, scheduler: kit.scheduler).send(request, body: nil)
        let recorded = kit.record { exchange.take(3) }
        #expect(recorded.values.count == 3)
        let events = try folder.player().send(request, body: nil).take(3).toArray().wait(timeout: .seconds(30))
        #expect(events.dropFirst() == [.chunk([0x61]), .chunk([0x62])])
    }

    @Test func disposalCancelsPlaybackTimers() throws {
        let recorder = TestScheduler()
        let upstream = StubTransport(scheduler: recorder) { _ in .text("a", after: .seconds(5)) }
        let recording = folder.recorder(upstream, scheduler: recorder).send(request, body: nil).subscribe(onNext: { _ in
        })
        recorder.advance(by: .seconds(6))
        recording.dispose()
        let scheduler = TestScheduler()
        let subscription = folder.player(scheduler: scheduler).send(request, body: nil).subscribe(onNext: { _ in })
        #expect(scheduler.pendingCount == 1)
        subscription.dispose()
        #expect(scheduler.pendingCount == 0)
    }

    // MARK: Failures

    @Test(arguments: [
        (TransportError(.couldNotConnect, "Connection refused"), "couldNotConnect: Connection refused"),
        (
            TransportError(.couldNotConnect, .proxyAuthentication, "status 407"),
            "couldNotConnect.proxyAuthentication: status 407"
        ),
    ])
    func playsRecordedFailure(failure: TransportError, text: String) throws {
        #expect(folder.recorder(StubTransport { _ in .fail(failure) }).failure(of: request) == failure)
        #expect(folder.player().failure(of: request) == failure)
        let response = try #require(folder.entries.first?["response"] as? [String: any Sendable])
        #expect(response["status"] as? Int == 0)
        #expect(response["_error"] as? String == text)
    }

    @Test func playsFailureAfterPartialBody() throws {
        let upstream = StubTransport { _ in
            .respond(status: .created, chunks: ["ab"], then: .fail(TransportError(.closedEarly)))
        }
        let kit = TestKit()
        let recorded = kit.record { folder.recorder(upstream).send(request, body: nil) }
        let played = TestKit().record { folder.player().send(request, body: nil) }
        #expect(recorded.values == [.head(HTTPResponse(status: .created)), .chunk([0x61, 0x62])])
        #expect(played.values == recorded.values)
        #expect(played.error as? TransportError == TransportError(.closedEarly))
    }

    @Test(.enabled(if: hasTransport)) func playsFailureOfRealTransport() throws {
        let server = try LoopbackServer { _ in .truncated(Array("hello".utf8), declaredLength: 100) }
        defer { server.stop() }
        let request = HTTPRequest(server.baseURL + "/a")
        let failure = folder.recorder(makeDefaultTransport()).failure(of: request)
        #expect(failure?.code == .closedEarly)
        #expect(folder.player().failure(of: request) == failure)
    }

    @Test(arguments: [TransportError.Code.invalidURL, .invalidRequest, .unavailable, .cancelled])
    func doesNotRecordRequestsThatWereNotSent(code: TransportError.Code) throws {
        let recorder = folder.recorder(StubTransport { $0.number == 0 ? .fail(TransportError(code)) : .text("x") })
        #expect(recorder.failure(of: request)?.code == code)
        #expect(folder.text.isEmpty)
        #expect(try recorder.response(to: request).text == "x")
        #expect(folder.entries.count == 1)
    }

    // MARK: Disposal and back-pressure

    @Test func doesNotRecordExchangesDisposedBeforeTheirHead() throws {
        let scheduler = TestScheduler()
        let upstream = StubTransport(scheduler: scheduler) { _ in
            .respond(after: .seconds(1), chunks: ["a"])
        }
        let recorder = folder.recorder(upstream, scheduler: scheduler)
        let subscription = recorder.send(request, body: nil).subscribe(onNext: { _ in })
        scheduler.advance(by: .milliseconds(500))
        subscription.dispose()
        scheduler.advance(by: .seconds(5))
        #expect(upstream.requests.map(\.isCancelled) == [true])
        #expect(folder.text.isEmpty)
    }

    @Test func recordsTheBeginningOfDisposedResponses() throws {
        let kit = TestKit()
        let upstream = StubTransport(scheduler: kit.scheduler) { _ in
            .respond(fields: [.contentLength: "3"], chunks: ["a", .init("bc", after: .seconds(2))])
        }
        let recorder = folder.recorder(upstream, scheduler: kit.scheduler)
        let recorded = kit.record(disposedAt: 1) { recorder.send(request, body: nil) }
        let player = folder.player()
        #expect(Recorder(player.send(request, body: nil).take(2)).values == recorded.values)
        #expect(recorded.values.count == 2)
        // The length is the one of the complete body.
        #expect(recorded.values == Recorder(folder.player().send(request, body: nil)).values)
        let error = folder.player().failure(of: request)
        #expect(
            error?.text
                == "the client canceled the exchange here when log.entries[0] was recorded. Record it again, or remove it"
        )
    }

    @Test func playsResponsesThatMiddlewareReplaces() throws {
        let upstream = StubTransport { request in
            switch request.path {
            case "/old": .status(.movedPermanently, fields: [.location: "/new"])
            case "/new" where request.number < 3: .text("busy", status: .serviceUnavailable)
            default: .text("ok")
            }
        }
        func attempts(_ transport: any Transport) throws -> Int {
            let metrics = Log<ExchangeMetrics>()
            var client = Client(
                baseURL: "https://h", transport: transport,
                middleware: [
                    FollowRedirects(),
                    Retry(.constantBackoff(attempts: 3, delay: .zero), scheduler: ImmediateScheduler.shared),
                ])
            client.onMetrics = { metrics.append($0) }
            #expect(try client.send(Endpoint<String>("/old", parser: .text)).wait(timeout: .seconds(30)) == "ok")
            return try #require(metrics.entries.first).attempts.count
        }
        #expect(try attempts(folder.recorder(upstream)) == 4)
        #expect(folder.entries.count == 4)
        #expect(try attempts(folder.player()) == 4)
    }

    @Test(arguments: ["abcd", #"{"password":"s3cr3t","#])
    func playsTheLengthOfInterruptedResponses(beginning: String) throws {
        let upstream = StubTransport { _ in
            .respond(
                fields: [.contentLength: "100", .contentType: "application/json"],
                chunks: [.init(Array(beginning.utf8))],
                then: .fail(TransportError(.closedEarly)))
        }
        #expect(folder.recorder(upstream).failure(of: request)?.code == .closedEarly)
        let played = try #require(Recorder(folder.player().send(request, body: nil)).values.first)
        guard case .head(let head) = played else {
            Issue.record("\(played)")
            return
        }
        #expect(head.headerFields[.contentLength] == "100")
    }

    @Test(arguments: ["text/html", "application/json", "application/octet-stream"], [true, false])
    func beginningOfSecretAtTheEndOfACutBodyIsRedacted(type: String, isDisposed: Bool) throws {
        let upstream = StubTransport { _ in
            .respond(
                fields: [.contentType: type], chunks: [.init(Array("\"the token abcdefgh-ijk".utf8))],
                then: .fail(TransportError(.closedEarly)))
        }
        let request = HTTPRequest(.get, "https://h/a", [.authorization: "Bearer abcdefgh-ijklmnop"])
        let events = folder.recorder(upstream).send(request, body: nil)
        _ = Recorder(isDisposed ? events.take(2) : events)
        #expect(folder.entries.count == 1)
        let played = Recorder(folder.player().send(request, body: nil)).values
        guard case .chunk(let bytes) = try #require(played.last) else {
            Issue.record("\(played)")
            return
        }
        let body = String(decoding: bytes, as: UTF8.self)
        #expect(body.hasPrefix("\"the token "))
        #expect(!body.contains("abcdefgh"))
    }

    @Test func completeResponseIsRepeated() throws {
        let recorder = folder.recorder(StubTransport { _ in .text("ok") })
        _ = Recorder(recorder.send(request, body: nil))
        _ = Recorder(recorder.send(request, body: nil).take(1))
        #expect(folder.entries.count == 2)
        var matching = CassetteTransport.Matching.default
        matching.repeats = true
        let player = folder.player(matching: matching)
        for _ in 0..<2 { _ = Recorder(player.send(request, body: nil).take(1)) }
        for _ in 0..<3 { #expect(try player.response(to: request).text == "ok") }
    }

    /// Sends chunks while the subscriber is not paused, and counts them.
    private final class CountingTransport: Transport, Sendable {
        let count = Atomic(0)

        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            .unfold(0) { [self] number in
                guard number <= 10_000 else { return nil }
                count.add(1, ordering: .relaxed)
                return (number == 0 ? .head(HTTPResponse(status: 200)) : .chunk([0x78]), number + 1)
            }
        }
    }

    @Test func recordingPausesUpstreamWhenReaderPauses() async throws {
        let upstream = CountingTransport()
        var iterator = folder.recorder(upstream).send(request, body: nil).values.makeAsyncIterator()
        for _ in 0..<3 { _ = try await iterator.next() }
        #expect(upstream.count.load(ordering: .relaxed) < 10)
        var count = 3
        while try await iterator.next() != nil { count += 1 }
        #expect(count == 10_001)
        #expect(try folder.player().response(to: request).body.count == 10_000)
    }

    /// Writes a cassette with a single response whose chunks arrived one per millisecond.
    private func writeLongResponse(chunks count: Int) throws {
        let chunks = (0..<count).map { #"{"offset": \#($0), "size": 1}"# }.joined(separator: ", ")
        let content = #"{"text": "\#(String(repeating: "x", count: count))"}"#
        try folder.write(
            #"""
            {"log": {"entries": [{
              "request": {"method": "GET", "url": "https://h/a"},
              "response": {"status": 200, "content": \#(content), "_chunks": [\#(chunks)]}
            }]}}
            """#)
    }

    @Test func playbackPausesWhenReaderPauses() async throws {
        try writeLongResponse(chunks: 1_000)
        let passed = Atomic(0)
        let player = folder.player().send(request, body: nil).do(onNext: { _ in
            passed.add(1, ordering: .relaxed)
        })
        let reader = player.testReader()
        for count in 1...1_001 {
            #expect(passed.load(ordering: .relaxed) == count)
            _ = try await reader.next()
        }
        await reader.expectCompleted()
    }

    @Test(.disabledUnderThreadSanitizer("single-threaded")) func playsLongResponseInManyChunks() throws {
        try writeLongResponse(chunks: 10_000)
        let events = try folder.player().send(request, body: nil).toArray().wait(timeout: .seconds(30))
        #expect(events.count == 10_001)
        let kit = TestKit(tick: .milliseconds(1))
        let observer = kit.observe { folder.player(scheduler: kit.scheduler).send(request, body: nil) }
        defer { observer.dispose() }
        kit.scheduler.advance(by: .milliseconds(99))
        #expect(observer.recording.events.count == 101)
    }

    @Test func writesFileBeforeCompletion() throws {
        let entryCounts = Log<Int>()
        let exchange = folder.recorder(StubTransport { _ in .text("x") }).send(request, body: nil)
        let subscription = exchange.subscribe(
            onNext: { _ in }, onError: { _ in }, onCompleted: { entryCounts.append(folder.entries.count) })
        subscription.dispose()
        #expect(entryCounts.entries == [1])
    }

    @Test func releasesTheUpstreamTransport() throws {
        weak var upstream: StubTransport?
        do {
            let stub = StubTransport { _ in .text("x") }
            upstream = stub
            _ = try folder.recorder(stub).response(to: request)
        }
        #expect(upstream == nil)
    }
}
