import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

@Suite struct StubTransportTests {
    private let request = HTTPRequest(
        method: .post, scheme: "https", authority: "h", path: "/a?q=x%20y&r", headerFields: [.accept: "*/*"])

    @Test func respondsOnTimeline() {
        let scheduler = TestScheduler()
        let times = Log<Duration>()
        let transport = StubTransport(scheduler: scheduler) { _ in
            .respond(
                status: .created, after: .seconds(1), chunks: ["a", .init("b", after: .seconds(2))], then: .complete,
                after: .seconds(4))
        }
        let recorder = Recorder(transport.send(request, body: nil).do(onNext: { _ in times.append(scheduler.now) }))
        scheduler.advance(by: .seconds(6))
        #expect(
            recorder.values == [
                .head(HTTPResponse(status: .created)), .chunk([UInt8(ascii: "a")]), .chunk([UInt8(ascii: "b")]),
            ])
        #expect(times.entries == [.seconds(1), .seconds(1), .seconds(3)])
        #expect(recorder.events.count == 3)
        #expect(transport.requests.map(\.state) == [.running])
        scheduler.advance(by: .seconds(1))
        #expect(recorder.events.count == 4)
        #expect(transport.requests.map(\.state) == [.ended])
    }

    @Test func recordsRequests() throws {
        let transport = StubTransport { _ in .never }
        let subscription = transport.send(request, body: HTTPBody("text")).subscribe { _ in }
        let sent = try #require(transport.requests.first)
        #expect(sent.number == 0)
        #expect(sent.method == .post)
        #expect(sent.state == .running)
        #expect(sent.url == "https://h/a?q=x%20y&r")
        #expect(sent.path == "/a")
        #expect(sent.bodyText == "text")
        #expect(sent.queryItems.map(\.name) == ["q", "r"])
        #expect(sent.queryItem("q") == "x y")
        #expect(sent.queryItem("z") == nil)
        #expect(sent.headerFields == [.accept: "*/*"])
        subscription.dispose()
        #expect(transport.requests.map(\.isCancelled) == [true])
        #expect(!sent.isCancelled)
    }

    @Test func disposalCancelsScheduledEvents() {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .json("1", after: .seconds(1)) }
        let subscription = transport.send(request, body: nil).subscribe { _ in }
        #expect(scheduler.pendingCount == 1)
        subscription.dispose()
        #expect(scheduler.pendingCount == 0)
    }

    @Test func disposalStopsDeliveryBetweenSimultaneousChunks() {
        let transport = StubTransport { _ in .respond(chunks: ["a", "b"]) }
        #expect(Recorder(transport.send(request, body: nil).take(2)).values.count == 2)
        #expect(transport.requests.map(\.state) == [.cancelled])
    }

    @Test func failsWithGivenOrThrownError() throws {
        struct Unexpected: Error {}
        let transport = StubTransport { request in
            guard request.number == 0 else { throw Unexpected() }
            return .fail(TransportError(.tls, "no"))
        }
        let failed = Recorder(transport.send(request, body: nil))
        let thrown = Recorder(transport.send(request, body: nil))
        #expect(failed.events.map { $0.error as? TransportError } == [TransportError(.tls, "no")])
        let error = try #require(thrown.events.first?.error as? TransportError)
        #expect(error == TransportError(.other, "the handler of the stub transport threw an error: Unexpected()"))
        #expect(transport.requests.map(\.state) == [.ended, .ended])
    }

    @Test func handlesManyChunks() {
        let transport = StubTransport { _ in
            .respond(chunks: [StubTransport.Response.Chunk](repeating: "x", count: 100_000))
        }
        #expect(Recorder(makeClient(transport).send(Bytes())).values.map(\.count) == [100_000])
    }

    private struct Bytes: Request {
        typealias Response = Data
        var path: URLPath { "/raw" }
    }
}
