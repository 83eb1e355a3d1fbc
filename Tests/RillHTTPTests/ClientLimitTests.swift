import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes

/// Tests the limits on body size and duration.
@Suite struct ClientLimitTests {
    private struct Bytes: Request {
        typealias Response = Data
        var path: URLPath { "/raw" }
        var options = RequestOptions()
    }

    @Test(arguments: [(3, true), (4, true), (5, false)])
    func limitsBodySize(count: Int, fits: Bool) throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in
            .respond(chunks: ["ab", .init([UInt8](repeating: 7, count: count - 2), after: .seconds(1))], then: .never)
        }
        var client = makeClient(transport)
        client.bodyLimit = 4
        let recorder = Recorder(client.send(Bytes()))
        scheduler.advance(by: .seconds(1))
        guard !fits else { return #expect(recorder.events.isEmpty) }
        let error = try recorder.failure()
        #expect(error.stage == .transport)
        #expect(error.transportCode == .tooLarge)
        #expect("\(error)".hasSuffix("the response is too large: the body exceeds 4 bytes"))
        #expect(transport.requests.map(\.isCancelled) == [true])
    }

    @Test(arguments: [true, false])
    func keepsOnlyPrefixOfUnreadBody(ignoresBody: Bool) throws {
        var collector = ResponseCollector(limit: 1 << 20, ignoresBody: ignoresBody)
        try collector.receive(HTTPResponse(status: .ok), isAccepted: true)
        for _ in 0..<16 { try collector.receive([UInt8](repeating: 1, count: 1 << 16)) }
        #expect(collector.body.count == (ignoresBody ? 1 << 16 : 1 << 20))
        #expect(collector.byteCount == 1 << 20)
        #expect(throws: TransportError(.tooLarge, "the body exceeds 1048576 bytes")) { try collector.receive([1]) }
    }

    /// The limit is one for accepted responses.
    @Test func keepsMoreOfRejectedBodyThanLimit() throws {
        var collector = ResponseCollector(limit: 10, ignoresBody: false)
        try collector.receive(HTTPResponse(status: .badRequest), isAccepted: false)
        try collector.receive(Array("the reason of the error".utf8))
        #expect(String(decoding: collector.body, as: UTF8.self) == "the reason of the error")
    }

    @Test func parsersThatIgnoreTheBodyDoNotKeepIt() {
        #expect(ResponseParser<Void>.nothing.ignoresBody && ResponseParser.head.ignoresBody)
        #expect(ResponseParser.head.map { $0.status }.ignoresBody && ResponseParser.head.withHead.ignoresBody)
        #expect(ResponseParser.head.validate(contentType: "text/plain").withSecretBody.ignoresBody)
        #expect(!ResponseParser.data.ignoresBody && !ResponseParser.text.withHead.ignoresBody)
    }

    @Test func errorShowsPrefixOfIgnoredBody() throws {
        struct Failure: Error {}
        let transport = StubTransport { _ in .text("shown") }
        let parser = ResponseParser.head.map { _ -> Int in throw Failure() }
        let error = try Recorder(makeClient(transport).send(Endpoint("/x", parser: parser))).failure()
        #expect(error.stage == .decoding && error.bodyPrefix == "shown")
    }

    #if os(Linux) && compiler(>=6.3)
        /// Runs in a separate process to measure the peak memory use.
        @Test(.disabledUnderThreadSanitizer("single-threaded"))
        func ignoredBodyIsNotHeldInMemory() async {
            await #expect(processExitsWith: .success) {
                let chunk = StubTransport.Response.Chunk([UInt8](repeating: 1, count: 1 << 20))
                let transport = StubTransport { _ in .respond(chunks: Array(repeating: chunk, count: 128)) }
                let client = Client(baseURL: "https://a.example", transport: transport)
                let before = try peakMemory()
                try client.send(Endpoint<Void>("/x")).wait(timeout: .seconds(60))
                #expect(try client.send(Endpoint<HTTPResponse>("/x")).wait(timeout: .seconds(60)).status == .ok)
                #expect(try peakMemory() - before < 16)
            }
        }
    #endif

    @Test func limitsBodyOfRejectedResponse() throws {
        let scheduler = TestScheduler()
        let chunk = StubTransport.Response.Chunk(
            [UInt8](repeating: UInt8(ascii: "x"), count: 60_000), after: .seconds(1))
        let transport = StubTransport(scheduler: scheduler) { _ in
            .respond(status: .badGateway, chunks: [chunk, chunk, chunk], then: .never)
        }
        let sizes = Log<Int>()
        var client = makeClient(transport)
        client.errorDecoder = ErrorDecoder { _, body in
            sizes.append(body.count)
            return nil
        }
        let recorder = Recorder(client.send(Bytes()))
        scheduler.advance(by: .seconds(2))
        let error = try recorder.failure()
        #expect(error.stage == .status)
        #expect("\(error)".utf8.count < 500)
        #expect(error.bodyPrefix.utf8.count == 1_024 + "…".utf8.count)
        #expect(sizes.entries == [65_536])
        #expect(transport.requests.map(\.isCancelled) == [true])
    }

    @Test(arguments: [StubTransport.Response.End.fail(TransportError(.closedEarly)), .never])
    func reportsStatusWhenErrorBodyFails(end: StubTransport.Response.End) throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in
            .respond(status: .serviceUnavailable, chunks: ["over"], then: end)
        }
        let recorder = Recorder(makeClient(transport, scheduler, timeout: .seconds(3)).send(Bytes()))
        scheduler.advance(by: .seconds(3))
        let error = try recorder.failure()
        #expect(error.stage == .status)
        #expect("\(error)" == "GET https://qiita.com/api/v2/raw failed with status 503 Service Unavailable: over")
    }

    @Test func requestTimeoutOverridesClientTimeout() throws {
        let scheduler = TestScheduler()
        let client = makeClient(StubTransport(scheduler: scheduler) { _ in .never }, scheduler, timeout: .seconds(5))
        let short = Recorder(client.send(Bytes(options: RequestOptions(timeout: .seconds(1)))))
        let long = Recorder(client.send(Bytes(options: RequestOptions(timeout: .seconds(60)))))
        scheduler.advance(by: .seconds(1))
        #expect(try short.failure().stage == .deadline)
        scheduler.advance(by: .seconds(58))
        #expect(long.events.isEmpty)
        scheduler.advance(by: .seconds(1))
        #expect(try long.failure().stage == .deadline)
    }

    @Test func timeoutLimitsAllAttempts() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .status(.serviceUnavailable) }
        let retry = Retry(.constantBackoff(attempts: 10, delay: .seconds(2)), scheduler: scheduler)
        let client = makeClient(transport, scheduler, timeout: .seconds(5), middleware: [retry])
        let recorder = Recorder(client.send(Bytes()))
        scheduler.advance(by: .seconds(4.5))
        #expect(transport.requests.count == 3)
        #expect(recorder.events.isEmpty)
        scheduler.advance(by: .seconds(9))
        #expect(try recorder.failure().stage == .deadline)
        #expect(transport.requests.count == 3)
    }

    @Test func cancelsTimerOnCompletion() {
        let scheduler = TestScheduler()
        let client = makeClient(StubTransport { _ in .json(tagsJSON) }, scheduler, timeout: .seconds(5))
        #expect(Recorder(client.send(Tags())).hasSingleElement)
        #expect(scheduler.pendingCount == 0)
    }
}
