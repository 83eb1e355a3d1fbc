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
        _ mode: CassetteTransport.Mode, answering text: String = "new"
    ) -> (cassette: CassetteTransport, upstream: StubTransport) {
        let upstream = StubTransport { request in .text("\(text) \(request.path)") }
        return (CassetteTransport(folder.file, mode: mode, recording: upstream), upstream)
    }

    private func transport(
        environment: [String: String], answering text: String = "new"
    ) -> (cassette: CassetteTransport, upstream: StubTransport) {
        let upstream = StubTransport { request in .text("\(text) \(request.path)") }
        return (CassetteTransport(folder.file, environment: environment, recording: upstream), upstream)
    }

    @Test func noneNeverGoesToTheNetwork() throws {
        let missing = transport(.none)
        let path = folder.file.path
        #expect(
            missing.cassette.failure(of: request)
                == TransportError(
                    .unavailable, "\(path) does not exist: record it in the mode once (REPLAY_RECORD_MODE=once)"))
        #expect(missing.upstream.requests.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.url.path))

        _ = try transport(.all).cassette.answer(to: request)
        let before = folder.text
        let (cassette, upstream) = transport(.none)
        #expect(try cassette.answer(to: request).text == "new /a")
        #expect(cassette.failure(of: HTTPRequest("https://h/b"))?.code == .unavailable)
        #expect(upstream.requests.isEmpty)
        #expect(folder.text == before)
    }

    @Test func onceRecordsAllOfTheFirstRunAndNothingLater() throws {
        let first = transport(.once, answering: "first")
        #expect(try first.cassette.answer(to: request).text == "first /a")
        // The file is there by now, and still this run records.
        #expect(try first.cassette.answer(to: HTTPRequest("https://h/b")).text == "first /b")
        #expect(first.upstream.requests.count == 2)
        let before = folder.text

        let second = transport(.once, answering: "second")
        #expect(try second.cassette.answer(to: HTTPRequest("https://h/b")).text == "first /b")
        #expect(second.cassette.failure(of: HTTPRequest("https://h/c"))?.code == .unavailable)
        #expect(second.upstream.requests.isEmpty)
        #expect(folder.text == before)
    }

    @Test func onceNeverReplacesAFileThatCannotBeRead() throws {
        try folder.write("precious")
        let (cassette, upstream) = transport(.once)
        #expect(cassette.failure(of: request)?.text.contains("it is not JSON") == true)
        #expect(upstream.requests.isEmpty)
        #expect(folder.text == "precious")
    }

    @Test func allRecordsEverythingAnew() throws {
        let old = transport(.all, answering: "old").cassette
        _ = try old.answer(to: request)
        _ = try old.answer(to: HTTPRequest("https://h/b"))
        let before = folder.text
        let (cassette, _) = transport(.all)
        let exchange = cassette.send(request, body: nil)
        #expect(folder.text == before)
        _ = try exchange.wait(timeout: .seconds(30))
        #expect(folder.entries.count == 1)
        #expect(try folder.player().answer(to: request).text == "new /a")
    }

    @Test func theEnvironmentDecidesWhereNothingIsSaid() throws {
        #expect(transport(environment: [:]).cassette.failure(of: request)?.text.contains("does not exist") == true)
        #expect(
            transport(environment: ["REPLAY_RECORD_MODE": ""]).cassette.failure(of: request)?.text.contains(
                "does not exist")
                == true)
        let once = transport(environment: ["REPLAY_RECORD_MODE": "once"], answering: "once")
        #expect(try once.cassette.answer(to: request).text == "once /a")
        #expect(
            try transport(environment: ["REPLAY_RECORD_MODE": "none"]).cassette.answer(to: request).text == "once /a")
        for word in ["all", "rewrite"] {
            let all = transport(environment: ["REPLAY_RECORD_MODE": word], answering: word)
            #expect(try all.cassette.answer(to: request).text == "\(word) /a")
            #expect(folder.entries.count == 1)
        }
    }

    @Test func twoWhoRecordOneFileAtATimeAreTold() throws {
        let scheduler = TestScheduler()
        let slow = StubTransport(scheduler: scheduler) { _ in .text("slow", after: .seconds(1)) }
        let kit = TestKit()
        let recorder = CassetteTransport(folder.file, mode: .once, recording: slow)
        let observer = kit.observe { recorder.send(request, body: nil) }
        _ = try transport(.once, answering: "fast").cassette.answer(to: request)
        scheduler.advance(by: .seconds(2))
        #expect(
            observer.recording.error as? TransportError
                == TransportError(
                    .other,
                    "\(folder.file.path) has come into being meanwhile: record it through one transport at a time"))
        #expect(try transport(.none).cassette.answer(to: request).text == "fast /a")
    }

    @Test func aWordThatIsNoModeFailsEveryRequest() {
        let (cassette, upstream) = transport(environment: ["REPLAY_RECORD_MODE": "recrod"])
        let error = TransportError(
            .unavailable, "the environment variable REPLAY_RECORD_MODE has to be none, once or all, and not \"recrod\"")
        #expect(cassette.failure(of: request) == error)
        #expect(cassette.failure(of: request) == error)
        #expect(upstream.requests.isEmpty)
    }

    @Test func nothingHappensBeforeSomeoneSubscribes() throws {
        let (cassette, upstream) = transport(.once)
        let exchange = cassette.send(request, body: nil)
        #expect(upstream.requests.isEmpty)
        // What counts is whether there is a file now.
        _ = try transport(.all, answering: "other").cassette.answer(to: request)
        #expect(try exchange.toArray().wait(timeout: .seconds(30)).last == .chunk(Array("other /a".utf8)))
        #expect(upstream.requests.isEmpty)
    }

    @Test func anAddressThatNobodyCouldAskIsRefusedInEveryMode() throws {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "alice:s3cr3t@h", path: "/a")
        for mode in CassetteTransport.Mode.allCases {
            let (cassette, upstream) = transport(mode)
            #expect(cassette.failure(of: request)?.code == .invalidURL)
            #expect(upstream.requests.isEmpty)
        }
        #expect(folder.text.isEmpty)
    }

    @Test func aFileThatCannotBeWrittenFailsTheExchangeAtItsEnd() throws {
        // A file stands where the folder should be.
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: folder.file.deletingLastPathComponent())
        let kit = TestKit()
        let recording = kit.record { transport(.all).cassette.send(request, body: nil) }
        #expect(recording.events.count == 3)
        let error = recording.events.last?.event.error as? TransportError
        #expect(error?.code == .other)
        #expect(error?.text.hasPrefix("\(folder.file.path) cannot be written: ") == true)
    }
}
