import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTestSupport
import RillTesting
import Testing

/// The steps of an upload in the diagrams of responses.
@Suite struct UploadMarblesTests {
    let kit = TestKit()

    private func transport(_ response: StubTransport.Response) -> StubTransport {
        StubTransport(scheduler: kit.scheduler) { _ in response }
    }

    @Test func reportsEachStepOfAnUpload() {
        let transport = transport(.marbles("-3-7-u-h|"))
        let steps = UploadLog(kit)
        expectMarbles(kit.record { transport.uploaded(steps.body(10)) }, "-------h|", values: ["h": "200"])
        #expect(steps.texts == ["tick 1: 3 of 10", "tick 3: 7 of 10", "tick 5: 10 of 10"])
        #expect(transport.exchangeDifference(from: "^3-7-u-h|") == nil)
    }

    @Test(arguments: [(7, [2, 4, 7]), (1, [0, 0, 1]), (0, [0, 0, 0])])
    func stepsAreFractionsOfTheBodyRoundedDown(size: Int, completed: [Int]) {
        let transport = transport(.marbles("37u(h|)"))
        let steps = UploadLog(kit)
        _ = kit.record { transport.uploaded(steps.body(size)) }
        #expect(steps.texts == completed.enumerated().map { "tick \($0.offset): \($0.element) of \(size)" })
    }

    @Test(arguments: [3, 0]) func uploadFailsPartwayAndReportsTheLastStep(step: Int) {
        let transport = transport(.marbles("-\(step)-#"))
        let steps = UploadLog(kit)
        let result = kit.record { transport.uploaded(steps.body(10)) }
        expectMarbles(result, "---#", error: TransportError(.closedEarly))
        #expect(steps.texts == ["tick 1: \(step) of 10"])
        #expect(transport.exchangeDifference(from: "^\(step)-#") == nil)
    }

    @Test func responseArrivesBeforeTheEndOfTheUpload() {
        let transport = transport(.marbles("-3-h|", status: .contentTooLarge))
        let steps = UploadLog(kit)
        expectMarbles(kit.record { transport.uploaded(steps.body(10)) }, "---h|", values: ["h": "413"])
        #expect(steps.texts == ["tick 1: 3 of 10"])
    }

    @Test func clientCancelsTheUploadPartway() {
        let transport = transport(.marbles("-3-!"))
        let steps = UploadLog(kit)
        _ = kit.record(disposedAt: 3) { transport.uploaded(steps.body(10)) }
        #expect(transport.cancellationDifference() == nil)
        let late = self.transport(.marbles("-3-6-u-h|"))
        _ = kit.record(subscribedAt: 4, disposedAt: 7) { late.uploaded(steps.body(10)) }
        #expect(steps.texts == ["tick 1: 3 of 10", "tick 5: 3 of 10"])
        #expect(late.exchangeDifference(from: "----^3-!") == nil)
    }

    @Test func disposalByTheProgressHandlerStopsTheUpload() {
        let transport = transport(.marbles("-(36u)h|"))
        let observer = Box<RecordingObserver<String>?>(nil)
        let completed = Box<[Int]>([])
        let body = HTTPBody(Array(repeating: 0, count: 10)).onProgress { progress in
            completed.value.append(progress.completed)
            observer.value?.dispose()
        }
        observer.value = kit.observe { transport.uploaded(body) }
        kit.scheduler.advance(toTick: 5)
        #expect(completed.value == [3])
        #expect(transport.exchangeDifference(from: "^(3!)") == nil)
    }

    @Test func uploadWithoutStepsIsReportedWhenRequestIsSent() {
        let transport = transport(.marbles("--h|"))
        let steps = UploadLog(kit)
        _ = kit.record { transport.uploaded(steps.body(10)) }
        #expect(steps.texts == ["tick 0: 10 of 10"])
        #expect(transport.exchangeDifference(from: "^-h|") == nil)
    }

    @Test func uploadContinuesWhilePaused() {
        let transport = transport(.marbles("-5-(uh|)"))
        let steps = UploadLog(kit)
        let result = kit.record(pace: "(^[)---]-!") { transport.uploaded(steps.body(10)) }
        expectMarbles(result, "----(h|)", values: ["h": "200"])
        #expect(steps.texts == ["tick 1: 5 of 10", "tick 3: 10 of 10"])
        #expect(transport.exchangeDifference(from: "^5-u(h|)") == nil)
    }

    @Test func requestWithoutBodyFails() {
        let result = kit.record { transport(.marbles("-3-u-h|")).drawn() }
        let text = """
            the diagram of the response contains the progress of an upload, but the request has no body: remove the \
            characters before the response head
            """
        expectMarbles(result, "#", error: TransportError(.other, text))
    }

    @Test func digitsAfterTheHeadAreChunks() {
        let result = kit.record { transport(.marbles("-h1u|")).drawn() }
        expectMarbles(result, "-h1u|", values: ["h": "200", "1": "1", "u": "u"])
    }

    @Test(arguments: [
        ("-5-3-h|", 4, "'3' after '5': the steps of an upload must increase"),
        ("-5-5-h|", 4, "'5' after '5': the steps of an upload must increase"),
        ("-u-9-h|", 4, "'9' after 'u': the steps of an upload must increase"),
        ("-0-0-h|", 4, "'0' after '0': the steps of an upload must increase"),
        ("-٣-h|", 2, "'٣' before the response head 'h'"),
        ("-3-|", 4, "'|' before the response head 'h'"),
    ])
    func invalidStepsAreRejected(diagram: String, column: Int, reason: String) {
        let error = #expect(throws: MarbleError.self) { try StubTransport.Response(diagram: diagram) }
        #expect(error == MarbleError(diagram, column: column, reason))
    }

    // MARK: Pauses

    @Test func pausedStubDeliversChunksAfterResumption() {
        let transport = transport(.marbles("-h-a-b-c|"))
        let values = ["h": "200", "a": "a", "b": "b", "c": "c"] as [Character: String]
        expectMarbles(kit.record(pace: "^--[--]----!") { transport.drawn() }, "-h----(ab)c|", values: values)
        #expect(transport.exchangeDifference(from: "^h----(ab)c|") == nil)
    }

    @Test func pauseDuringBufferedChunksBuffersRest() {
        let transport = transport(.marbles("(habc|)"))
        let values = ["h": "200", "a": "a", "b": "b", "c": "c"] as [Character: String]
        expectMarbles(kit.record(pace: "(^[)(][)-(][)-]-!") { transport.drawn() }, "-h-a-(bc|)", values: values)
    }

    @Test func disposalDuringAPauseReleasesTheExchange() {
        let ledger = Ledger()
        let transport = ledger.watch {
            let kit = TestKit()
            let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-h-a-b|") }
            expectMarbles(kit.record(pace: "^-[----!") { transport.drawn() }, "-h", values: ["h": "200"])
            return transport
        }
        #expect(transport.requests.map(\.state) == [.cancelled])
        #expect(ledger.leakReport == nil)
        #expect(ledger.retained == [])
    }
}

/// The progress of uploads, with the virtual time.
final class UploadLog: Sendable {
    private let kit: TestKit
    private let log = Log<String>()

    init(_ kit: TestKit) {
        self.kit = kit
    }

    var texts: [String] { log.entries }

    /// Returns a body that reports its progress.
    func body(_ size: Int) -> HTTPBody {
        HTTPBody(Array(repeating: 0x78, count: size), contentType: "text/plain").onProgress { [kit, log] progress in
            log.append("\(kit.scheduler.time): \(progress.completed) of \(progress.total ?? -1)")
        }
    }
}

extension Transport {
    /// Sends a body and emits the status code of the head and the text of each chunk.
    func uploaded(_ body: HTTPBody) -> Observable<String> {
        send(HTTPRequest(method: .put, scheme: "https", authority: "h", path: "/a"), body: body).map { event in
            switch event {
            case .head(let head): "\(head.status.code)"
            case .chunk(let bytes): String(decoding: bytes, as: UTF8.self)
            }
        }
    }
}
