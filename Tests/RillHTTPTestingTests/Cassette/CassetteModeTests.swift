import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

@Suite struct CassetteModeTests {
    private let folder = CassetteFolder()
    private let request = HTTPRequest("https://h/a")

    private func transport(
        _ mode: CassetteTransport.Mode, prefix text: String = "new"
    ) -> (cassette: CassetteTransport, upstream: StubTransport) {
        let upstream = StubTransport { request in .text("\(text) \(request.path)") }
        return (CassetteTransport(folder.file, mode: mode, recording: upstream), upstream)
    }

    private func transport(
        environment: [String: String], prefix text: String = "new"
    ) -> (cassette: CassetteTransport, upstream: StubTransport) {
        let upstream = StubTransport { request in .text("\(text) \(request.path)") }
        return (CassetteTransport(folder.file, environment: environment, recording: upstream), upstream)
    }

    @Test func noneModeNeverUsesNetwork() throws {
        let missing = transport(.none)
        let path = folder.file.path
        #expect(
            missing.cassette.failure(of: request)
                == TransportError(
                    .unavailable, .noRecordedResponse,
                    "cassette \(path) does not exist. Record it with REPLAY_RECORD_MODE=once"))
        #expect(missing.upstream.requests.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)

        _ = try transport(.all).cassette.response(to: request)
        let before = folder.text
        let (cassette, upstream) = transport(.none)
        #expect(try cassette.response(to: request).text == "new /a")
        #expect(cassette.failure(of: HTTPRequest("https://h/b"))?.code == .unavailable)
        #expect(upstream.requests.isEmpty)
        #expect(folder.text == before)
    }

    @Test func onceModeRecordsOnlyFirstRun() throws {
        let first = transport(.once, prefix: "first")
        #expect(try first.cassette.response(to: request).text == "first /a")
        // The transport continues to record even though the file now exists.
        #expect(try first.cassette.response(to: HTTPRequest("https://h/b")).text == "first /b")
        #expect(first.upstream.requests.count == 2)
        let before = folder.text

        let second = transport(.once, prefix: "second")
        #expect(try second.cassette.response(to: HTTPRequest("https://h/b")).text == "first /b")
        #expect(second.cassette.failure(of: HTTPRequest("https://h/c"))?.code == .unavailable)
        #expect(second.upstream.requests.isEmpty)
        #expect(folder.text == before)
    }

    @Test func onceModeKeepsUnreadableFile() throws {
        try folder.write("precious")
        let (cassette, upstream) = transport(.once)
        #expect(cassette.failure(of: request)?.text.contains("not valid JSON") == true)
        #expect(upstream.requests.isEmpty)
        #expect(folder.text == "precious")
    }

    @Test func allModeReplacesRecording() throws {
        let old = transport(.all, prefix: "old").cassette
        _ = try old.response(to: request)
        _ = try old.response(to: HTTPRequest("https://h/b"))
        let before = folder.text
        let (cassette, _) = transport(.all)
        let exchange = cassette.send(request, body: nil)
        #expect(folder.text == before)
        _ = try exchange.wait(timeout: .seconds(30))
        #expect(folder.entries.count == 1)
        #expect(try folder.player().response(to: request).text == "new /a")
    }

    @Test func readsModeFromEnvironment() throws {
        for environment in [[:], ["REPLAY_RECORD_MODE": ""]] {
            let failure = transport(environment: environment).cassette.failure(of: request)
            #expect(failure?.text.contains("does not exist") == true, "\(environment)")
        }
        let once = transport(environment: ["REPLAY_RECORD_MODE": "once"], prefix: "once")
        #expect(try once.cassette.response(to: request).text == "once /a")
        #expect(
            try transport(environment: ["REPLAY_RECORD_MODE": "none"]).cassette.response(to: request).text == "once /a")
        for value in ["all", "rewrite"] {
            let all = transport(environment: ["REPLAY_RECORD_MODE": value], prefix: value)
            #expect(try all.cassette.response(to: request).text == "\(value) /a")
            #expect(folder.entries.count == 1)
        }
    }

    @Test func concurrentRecordingOfOneFileFails() throws {
        let scheduler = TestScheduler()
        let slow = StubTransport(scheduler: scheduler) { _ in .text("slow", after: .seconds(1)) }
        let kit = TestKit()
        let recorder = CassetteTransport(folder.file, mode: .once, recording: slow)
        let observer = kit.observe { recorder.send(request, body: nil) }
        _ = try transport(.once, prefix: "fast").cassette.response(to: request)
        scheduler.advance(by: .seconds(2))
        #expect(
            observer.recording.error as? TransportError
                == TransportError(
                    .other,
                    "cannot record cassette \(folder.file.path): the file was created during the recording. "
                        + "Record it with one transport at a time"))
        #expect(try transport(.none).cassette.response(to: request).text == "fast /a")
    }

    @Test func invalidModeFailsEveryRequest() {
        let (cassette, upstream) = transport(environment: ["REPLAY_RECORD_MODE": "recrod"])
        let error = TransportError(
            .unavailable, "invalid value \"recrod\" for REPLAY_RECORD_MODE: use none, once, all or drift")
        for _ in 0..<2 { #expect(cassette.failure(of: request) == error) }
        #expect(upstream.requests.isEmpty)
    }

    @Test func doesNothingBeforeSubscription() throws {
        let (cassette, upstream) = transport(.once)
        let exchange = cassette.send(request, body: nil)
        #expect(upstream.requests.isEmpty)
        // The mode depends on whether the file exists at subscription.
        _ = try transport(.all, prefix: "other").cassette.response(to: request)
        #expect(try exchange.toArray().wait(timeout: .seconds(30)).last == .chunk(Array("other /a".utf8)))
        #expect(upstream.requests.isEmpty)
    }

    @Test func rejectsInvalidURLsInEveryMode() throws {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "alice:s3cr3t@h", path: "/a")
        for mode in CassetteTransport.Mode.allCases {
            let (cassette, upstream) = transport(mode)
            #expect(cassette.failure(of: request)?.code == .invalidURL)
            #expect(upstream.requests.isEmpty)
        }
        #expect(folder.text.isEmpty)
    }

    @Test func unwritableFileFailsTheExchange() throws {
        // A file occupies the path of the folder.
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: folder.file.deletingLastPathComponent())
        let kit = TestKit()
        let recording = kit.record { transport(.all).cassette.send(request, body: nil) }
        #expect(recording.events.count == 3)
        let error = recording.events.last?.event.error as? TransportError
        #expect(error?.code == .other)
        let path = folder.file.deletingLastPathComponent().path
        #expect(error?.text == "cannot write cassette \(folder.file.path): cannot write \(path): File exists")
    }
}
