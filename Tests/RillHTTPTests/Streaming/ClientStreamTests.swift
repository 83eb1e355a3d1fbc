import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

@Suite struct ClientStreamTests {
    @Test func emitsChunksAsReceived() {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in
            .respond(after: .seconds(1), chunks: [[1, 2], .init([3], after: .seconds(1))], after: .seconds(1))
        }
        let recorder = Recorder(makeClient(transport).stream(Anything<Int>(), as: .chunks))
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values == [[1, 2]])
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values == [[1, 2], [3]])
        #expect(recorder.events.count == 2)
        scheduler.advance(by: .seconds(1))
        #expect(recorder.events.count == 3)
        #expect(recorder.events.last?.error == nil)
    }

    @Test func sendsOneRequestPerSubscription() {
        let transport = StubTransport { _ in .text("a\nb\n") }
        let lines = makeClient(transport).stream(Anything<Int>(), as: .lines)
        #expect(transport.requests.isEmpty)
        for _ in 0..<2 { #expect(Recorder(lines).values == ["a", "b"]) }
        #expect(transport.requests.count == 2)
    }

    @Test func rejectedStatusFailsWithDecodedError() throws {
        let transport = StubTransport { _ in .json(#"{"message":"Not found","type":"not_found"}"#, status: .notFound) }
        let error = try Recorder(makeClient(transport).stream(Tags(), as: .lines)).failure()
        #expect(error.stage == .status)
        #expect(error.underlying as? ServiceError == ServiceError(message: "Not found", type: "not_found"))
        let text = #"GET https://qiita.com/api/v2/tags failed with status 404 Not Found: "Not found" (not_found)"#
        #expect("\(error)" == text)
    }

    @Test func errorStatusTakesPrecedenceOverTruncatedBody() throws {
        let transport = StubTransport { _ in
            .respond(status: .badGateway, chunks: ["oops"], then: .fail(TransportError(.closedEarly)))
        }
        let error = try Recorder(makeClient(transport).stream(Tags(), as: .chunks)).failure()
        #expect(error.stage == .status)
        #expect(error.bodyPrefix == "oops")
    }

    @Test func truncatedBodyFailsAfterCompleteElements() throws {
        let transport = StubTransport { _ in
            .respond(chunks: ["one\ntwo", "\nthr"], then: .fail(TransportError(.closedEarly)))
        }
        let recorder = Recorder(makeClient(transport).stream(Tags(), as: .lines))
        #expect(recorder.values == ["one", "two"])
        let error = try #require(recorder.events.last?.error as? APIError)
        #expect(error.stage == .transport)
        #expect(error.status == .ok)
        #expect(error.transportCode == .closedEarly)
    }

    @Test func wrapsAllErrorsInAPIError() throws {
        struct ParserError: Error {}
        let client = makeClient(StubTransport { _ in .text("x") })
        let parsers = [
            StreamingParser<Int> { _, _ in .error(ParserError()) },
            StreamingParser<Int> { exchange, _ in exchange.map { _ in throw ParserError() } },
        ]
        for parser in parsers {
            let error = try Recorder(client.stream(Tags(), as: parser)).failure()
            #expect(error.stage == .decoding)
            #expect(error.underlying is ParserError)
        }
        let timedOut = StreamingParser<Int> { _, _ in .error(TransportError(.timeout, "for too long")) }
        let error = try Recorder(client.stream(Tags(), as: timedOut)).failure()
        #expect(error.stage == .transport)
        #expect(error.transportCode == .timeout)
        let request = Anything<Int>(path: "/x", options: RequestOptions(timeout: .zero))
        #expect(try Recorder(client.stream(request, as: .lines)).failure().stage == .request)
    }

    @Test func appliesOnlyTimeoutOfRequest() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .respond(chunks: ["a\n"], then: .never) }
        let client = makeClient(transport, scheduler, timeout: .seconds(1))
        let (endless, subscription) = client.stream(Tags(), as: .lines).record()
        let limited = Recorder(client.stream(Anything<Int>(options: RequestOptions(timeout: .seconds(5))), as: .lines))
        scheduler.advance(by: .seconds(100))
        #expect(endless.events.count == 1)
        #expect(limited.values == ["a"])
        #expect((limited.events.last?.error as? APIError)?.stage == .deadline)
        #expect(transport.requests.map(\.state) == [.running, .cancelled])
        subscription.dispose()
        #expect(transport.requests.map(\.state) == [.cancelled, .cancelled])
        #expect(scheduler.pendingCount == 0)
    }

    @Test func disposalCancelsExchange() {
        let ledger = Ledger()
        ledger.watch {
            let scheduler = TestScheduler()
            let transport = StubTransport(scheduler: scheduler) { _ in
                .respond(chunks: ["a\nb\n", .init("c\n", after: .seconds(5))])
            }
            let client = makeClient(transport)
            let taken = Recorder(client.stream(Tags(), as: .lines).take(1))
            let (disposed, subscription) = client.stream(Tags(), as: .lines).record()
            scheduler.advance(by: .seconds(1))
            subscription.dispose()
            scheduler.advance(by: .seconds(10))
            #expect(taken.values == ["a"])
            #expect(disposed.values == ["a", "b"])
            #expect(disposed.events.count == 2)
            #expect(transport.requests.map(\.state) == [.cancelled, .cancelled])
        }
        #expect(ledger.leakReport == nil)
        #expect(ledger.retained.isEmpty)
    }

    @Test func pausesForSlowSubscriber() async throws {
        let text = String(repeating: "line\n", count: 2_000)
        let transport = StubTransport { _ in .respond(chunks: .init(repeating: .init(text), count: 50)) }
        var iterator = makeClient(transport).stream(Tags(), as: .lines)
            .values(bufferingPolicy: .failing(beyond: 4)).makeAsyncIterator()
        _ = try await iterator.next()
        #expect(transport.requests.first?.state == .running)
        var count = 1
        while try await iterator.next() != nil { count += 1 }
        #expect(count == 100_000)
    }

    @Test func reportsMetrics() throws {
        let log = Log<ExchangeMetrics>()
        let scheduler = TestScheduler()
        let responses: [StubTransport.Response] = [
            .respond(after: .seconds(1), chunks: ["a\n", .init("b\n", after: .seconds(2))]),
            .respond(chunks: ["a\n"], then: .never), .status(.notFound),
        ]
        var client = makeClient(StubTransport(scheduler: scheduler) { responses[$0.number] }, scheduler)
        client.onMetrics = { log.append($0) }
        let subscriptions = (0..<3).map { _ in client.stream(Tags(), as: .lines).subscribe { _ in } }
        scheduler.advance(by: .seconds(5))
        subscriptions[1].dispose()
        let metrics = log.entries.sorted { $0.end < $1.end }
        try #require(metrics.count == 3)
        if case .failure(let error) = metrics[0].result { #expect(error.status == .notFound) }
        #expect(metrics.map(\.status) == [.notFound, .ok, .ok])
        #expect(metrics.map(\.byteCount) == [0, 4, 2])
        #expect(metrics.map(\.head) == [.zero, .seconds(1), .zero])
        #expect(metrics.map(\.body) == [nil, .seconds(3), nil])
        #expect(metrics.map(\.end) == [.zero, .seconds(3), .seconds(5)])
        #expect(metrics.map { $0.outcome.prefix(7) } == ["failure", "success", "dispose"])
    }

    @Test func usesAcceptedStatusesOfRequest() throws {
        struct AcceptsOnly300: Request {
            typealias Response = Void
            var path: URLPath { "/choices" }
            func accepts(_ status: HTTPResponse.Status) -> Bool { status == 300 }
        }
        let client = makeClient(StubTransport { $0.number == 0 ? .text("a", status: 300) : .text("b") })
        #expect(Recorder(client.stream(AcceptsOnly300(), as: .lines)).values == ["a"])
        #expect(try Recorder(client.stream(AcceptsOnly300(), as: .lines)).failure().stage == .status)
    }
}
