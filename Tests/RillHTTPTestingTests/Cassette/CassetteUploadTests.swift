import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

/// Tests the progress of recorded uploads and pauses during playback.
@Suite struct CassetteUploadTests {
    private let folder = CassetteFolder()

    /// Records an upload with the given response.
    private func record(_ diagram: String, size: Int = 10) {
        let kit = TestKit()
        let upstream = StubTransport(scheduler: kit.scheduler) { _ in .marbles(diagram) }
        _ = kit.record { folder.recorder(upstream, scheduler: kit.scheduler).uploaded(UploadLog(kit).body(size)) }
    }

    /// Plays an upload, and returns its progress and its events.
    private func play(size: Int = 10, pace: String = "^") -> (steps: [String], events: Recording<String>) {
        let kit = TestKit()
        let steps = UploadLog(kit)
        let player = folder.player(scheduler: kit.scheduler, matching: .init(parts: [.method, .path]))
        let events = kit.record(pace: pace) { player.uploaded(steps.body(size)) }
        return (steps.texts, events)
    }

    private var upload: [String: any Sendable]? {
        (folder.entries.first?["request"] as? [String: any Sendable])?["_upload"] as? [String: any Sendable]
    }

    @Test func playsProgressAtItsRecordedTimes() {
        record("-3-7-u-h-a|")
        let played = play()
        #expect(played.steps == ["tick 1: 3 of 10", "tick 3: 7 of 10", "tick 5: 10 of 10"])
        expectMarbles(played.events, "-------h-a|", values: ["h": "200", "a": "a"])
    }

    @Test func immediatePlaybackReportsAllStepsBeforeTheHead() throws {
        record("-3-7-u-h|")
        let log = Log<String>()
        let body = HTTPBody("xxxxxxxxxx").onProgress { log.append("\($0.completed) of \($0.total ?? 0)") }
        let player = folder.player(matching: .init(parts: [.method, .path]))
        _ = try player.uploaded(body).do(onNext: { log.append($0) }).toArray().wait(timeout: .seconds(30))
        #expect(log.entries == ["3 of 10", "7 of 10", "10 of 10", "200"])
    }

    @Test func playsUploadThatFailedPartway() {
        record("-3-#")
        let played = play()
        #expect(played.steps == ["tick 1: 3 of 10"])
        expectMarbles(played.events, "---#", error: TransportError(.closedEarly))
    }

    /// A transport that cannot connect.
    private struct UnreachableTransport: Transport {
        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            .error(TransportError(.couldNotConnect))
        }
    }

    @Test func playsFailureBeforeTheUploadWithoutProgress() {
        _ = kitRecord(UnreachableTransport())
        #expect(play().steps == [])
        expectMarbles(play().events, "#", error: TransportError(.couldNotConnect))
    }

    private func kitRecord(_ transport: any Transport) -> Recording<String> {
        let kit = TestKit()
        return kit.record { folder.recorder(transport, scheduler: kit.scheduler).uploaded(UploadLog(kit).body(10)) }
    }

    @Test func singleStepUploadIsReportedWhenRequestIsSent() {
        record("-u-h|")
        #expect(upload == nil)
        #expect(!folder.text.contains("_upload"))
        #expect(play().steps == ["tick 0: 10 of 10"])
    }

    @Test func bodyOfDifferentLengthReportsSameFractions() {
        record("-3-7-u-h|", size: 10)
        #expect(play(size: 5).steps == ["tick 1: 1 of 5", "tick 3: 3 of 5", "tick 5: 5 of 5"])
    }

    @Test(arguments: [4, 400]) func progressDoesNotRevealTheLengthOfASecret(length: Int) throws {
        let body = HTTPBody(
            #"{"password": "\#(String(repeating: "x", count: length))"}"#, contentType: "application/json")
        let kit = TestKit()
        let upstream = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-3-7-u-h|") }
        _ = kit.record { folder.recorder(upstream, scheduler: kit.scheduler).uploaded(body.onProgress { _ in }) }
        let request = try #require(folder.entries.first?["request"] as? [String: any Sendable])
        let chunks = try #require(upload?["chunks"] as? [[String: any Sendable]])
        let size = #"{"password": "<redacted>"}"#.utf8.count
        #expect(request["bodySize"] as? Int == size)
        #expect(upload?["size"] as? Int == size)
        #expect(chunks.reduce(0) { $0 + ($1["size"] as? Int ?? 0) } == size)
        let played = play(size: 100).steps
        #expect(played.count == 3)
        #expect(played.last == "tick 5: 100 of 100")
    }

    @Test func resentBytesAreRecordedOnce() throws {
        let kit = TestKit()
        let transport = RestartingTransport(scheduler: kit.scheduler)
        _ = kit.record { folder.recorder(transport, scheduler: kit.scheduler).uploaded(UploadLog(kit).body(10)) }
        #expect(play().steps == ["tick 0: 4 of 10", "tick 1: 8 of 10", "tick 3: 10 of 10"])
    }

    /// A transport that sends the body twice and reports progress at each tick.
    private struct RestartingTransport: Transport {
        let scheduler: TestScheduler

        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            Observable.interval(.seconds(1), scheduler: scheduler).startWith(-1).map { $0 + 1 }.take(5)
                .compactMap { index -> TransportEvent? in
                    body?.report?(TransferProgress(completed: [4, 8, 4, 10, 12][index], total: 10))
                    return nil
                }
                .concat(.just(.head(HTTPResponse(status: .ok))))
        }
    }

    /// Writes a cassette with the given JSON for the upload.
    private func write(upload: String) throws {
        try folder.write(
            #"""
            {"log": {"entries": [{
              "request": {"method": "PUT", "url": "https://h/a", "_upload": \#(upload)}, "time": 4000,
              "response": {"status": 200, "content": {"text": ""}}, "timings": {"receive": 0}
            }]}}
            """#)
    }

    @Test(
        arguments: [
            (#"{"size": 20, "chunks": [{"offset": 1000, "size": 8}, {"offset": 2000, "size": 90}]}"#, [1: 4, 2: 10]),
            (#"{"size": 10, "chunks": [{"offset": 2000, "size": 5}, {"offset": 1000, "size": 2}]}"#, [2: 7]),
            (#"{"size": 10, "chunks": [{"offset": -5, "size": -9}, {"offset": 1000, "size": 2}]}"#, [1: 2]),
            (#"{"size": 9223372036854775807, "chunks": [{"offset": 1000, "size": 9223372036854775806}]}"#, [1: 9]),
            (#"{"size": 10, "chunks": []}"#, [:]), (#"{"size": 0, "chunks": []}"#, [0: 10]), (#""fast""#, [0: 10]),
        ] as [(String, [Int: Int])])
    func progressNeverExceedsTheBody(upload: String, last: [Int: Int]) throws {
        try write(upload: upload)
        let steps = play().steps
        for (tick, completed) in last {
            #expect(steps.last { $0.hasPrefix("tick \(tick):") } == "tick \(tick): \(completed) of 10")
        }
        #expect(steps.isEmpty == last.isEmpty)
    }

    // MARK: Pauses

    @Test func pausedPlaybackDeliversChunksAfterResumption() {
        record("-h-a-b-c|")
        let played = play(pace: "^--[--]----!")
        let values = ["h": "200", "a": "a", "b": "b", "c": "c"] as [Character: String]
        expectMarbles(played.events, "-h----(ab)c|", values: values)
    }

    @Test func uploadContinuesWhilePaused() {
        record("-3-7-u-h|")
        let played = play(pace: "(^[)-------(][)-]!")
        #expect(played.steps == ["tick 1: 3 of 10", "tick 3: 7 of 10", "tick 5: 10 of 10"])
        expectMarbles(played.events, "--------h-|", values: ["h": "200"])
    }

    @Test func disposalDuringAPauseReleasesTheExchange() {
        record("-h-a-b-c|")
        expectNoLeaks {
            let kit = TestKit()
            let player = folder.player(scheduler: kit.scheduler)
            let events = kit.record(pace: "^--[--!") { player.uploaded(UploadLog(kit).body(10)) }
            #expect(events.values == ["200"])
            #expect(kit.scheduler.pendingCount == 0)
        }
    }

    @Test func immediatePlaybackPausesBetweenChunks() {
        record("-h-a-b-c|")
        let kit = TestKit()
        let events = kit.record(pace: "(^[)(][)-(][)-]!") { folder.player().uploaded(UploadLog(kit).body(10)) }
        let values = ["h": "200", "a": "a", "b": "b", "c": "c"] as [Character: String]
        expectMarbles(events, "-h-a-(bc|)", values: values)
    }
}
