import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

@Suite struct RequestCoalescingTests {
    private let kit = TestKit()

    /// Returns a bench that responds with a head after one second and then with a chunk each second: `a`, `b`, and `c`,
    /// which is followed by completion.
    private func bench(
        replayLimit: Int = 1 << 20, then end: StubTransport.Response.End = .complete, status: HTTPResponse.Status = .ok
    ) -> Bench {
        let second = Duration.seconds(1)
        let transport = StubTransport(scheduler: kit.scheduler) { _ in
            .respond(
                status: status, after: second,
                chunks: [.init("a", after: second), .init("b", after: second), .init("c", after: second)], then: end)
        }
        return Bench(transport, replayLimit: replayLimit)
    }

    /// A transport and its coalesced exchanges.
    private struct Bench: Sendable {
        let transport: StubTransport
        private let shared: any Transport

        init(_ transport: StubTransport, replayLimit: Int = 1 << 20) {
            self.transport = transport
            shared = transport.coalescing(replayLimit: replayLimit)
        }

        func send(_ request: HTTPRequest, body: HTTPBody? = nil) -> Observable<TransportEvent> {
            shared.send(request, body: body)
        }

        func record(_ request: HTTPRequest, body: HTTPBody? = nil) -> RecordedExchange {
            RecordedExchange(send(request, body: body))
        }
    }

    private func advance(_ seconds: Int = 1) { kit.scheduler.advance(by: .seconds(seconds)) }

    /// The hedged attempt follows a retry inside of it, so that both are the second one of their middleware.
    @Test func hedgedAttemptDoesNotJoinTheExchangeThatItReplaces() {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            switch request.number {
            case 0: .status(.serviceUnavailable)
            case 1: .text("slow", after: .seconds(50))
            default: .text("fast", after: .seconds(1))
            }
        }
        let client = Client(
            baseURL: "https://a.example", transport: transport.coalescing(),
            middleware: [
                Hedging(after: .fixed(.seconds(1)), scheduler: kit.scheduler),
                Retry(.constantBackoff(attempts: 3, delay: .zero), scheduler: kit.scheduler),
            ], scheduler: kit.scheduler)
        let recorder = Recorder(client.send(Endpoint("/", parser: .text)))
        advance(3)
        #expect(recorder.values == ["fast"])
    }

    @Test func signedRequestDoesNotJoinUnsignedOneOfItsUser() {
        let bench = bench()
        var unsigned = get()
        unsigned.setSignature(nil, of: ["alice"], coversFields: false)
        var signed = get()
        signed.setSignature("Digest 1", of: ["alice"], coversFields: false)
        var other = signed
        other.setSignature("Digest 2", of: ["alice"], coversFields: false)
        let exchanges = [unsigned, signed, other].map { bench.record($0) }
        advance(10)
        #expect(exchanges.map(\.response) == Array(repeating: "200 abc", count: 3))
        #expect(bench.transport.requests.count == 2)
    }

    @Test func identicalRequestsShareExchange() {
        let bench = bench()
        var exchanges = [bench.record(get()), bench.record(get())]
        advance()
        exchanges.append(bench.record(get()))
        #expect(exchanges.map(\.status) == [200, 200, 200])
        advance(2)
        exchanges.append(bench.record(get()))
        #expect(exchanges.map(\.chunks) == Array(repeating: [Array("a".utf8), Array("b".utf8)], count: 4))
        advance(10)
        #expect(exchanges.map(\.response) == Array(repeating: "200 abc", count: 4))
        #expect(bench.transport.requests.count == 1)
    }

    @Test func clientsOfSameTransportShareExchange() {
        let bench = bench()
        let requests = (0..<2).map { number in
            get("https://a.example/x", ["traceparent": "\(number)", .init(literal: "X-Request-ID"): "\(number)"])
        }
        let other = bench.transport.coalescing()
        let exchanges = requests.map { bench.record($0) } + [RecordedExchange(other.send(requests[0], body: nil))]
        advance(10)
        #expect(exchanges.map(\.response) == ["200 abc", "200 abc", "200 abc"])
        #expect(bench.transport.requests.map { $0.headerFields["traceparent"] } == ["0", "0"])
    }

    @Test func retryDoesNotJoinFailedExchange() {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            .respond(
                status: request.number == 0 ? .serviceUnavailable : .ok,
                chunks: [.init("1", after: .seconds(request.number == 0 ? 60 : 1))])
        }
        let retry = Retry(.constantBackoff(attempts: 2, delay: .zero), scheduler: kit.scheduler)
        let client = makeClient(transport.coalescing(), middleware: [retry])
        let recorders = (0..<3).map { _ in Recorder(client.send(Anything<Int>())) }
        advance(2)
        #expect(recorders.map(\.values) == [[1], [1], [1]])
        #expect(transport.requests.map(\.state) == [.cancelled, .ended])
    }

    /// Both subscribers of the slow exchange are hedged, and share the second one.
    @Test func hedgedRequestDoesNotJoinFirstExchange() {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            .json("\(request.number)", after: .seconds(request.number == 0 ? 60 : 1))
        }
        let hedging = Hedging(after: .fixed(.seconds(1)), scheduler: kit.scheduler)
        let client = makeClient(transport.coalescing(), middleware: [hedging])
        let recorders = (0..<2).map { _ in Recorder(client.send(Anything<Int>())) }
        advance(3)
        #expect(recorders.map(\.values) == [[1], [1]])
        #expect(transport.requests.map(\.state) == [.cancelled, .ended])
    }

    /// Two users without cookies must not receive the same session.
    @Test func onlyFirstSubscriberReceivesCookies() {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in
            .json("7", fields: [.setCookie: "session=1", .server: "s"], after: .seconds(1))
        }
        let shared = transport.coalescing()
        let storages = (0..<3).map { _ in CookieStorage() }
        let recorders = storages.map { storage in
            let request = Endpoint("/x", parser: ResponseParser<Int>.json.withHead)
            return Recorder(makeClient(shared, middleware: [storage]).send(request))
        }
        advance()
        #expect(recorders.map { $0.values.first?.value } == [7, 7, 7])
        #expect(recorders.allSatisfy { $0.values.first?.head.headerFields[.server] == "s" })
        #expect(storages.map(\.cookies.count) == [1, 0, 0])
        #expect(transport.requests.count == 1)
    }

    @Test func startsNewExchangeAfterEnd() {
        let bench = bench()
        let first = bench.record(get())
        advance(10)
        let second = bench.record(get())
        #expect(second.heads.isEmpty)
        advance(10)
        #expect([first.response, second.response] == ["200 abc", "200 abc"])
        #expect(bench.transport.requests.count == 2)
    }

    @Test func requestSentOnCompletionStartsNewExchange() {
        let bench = bench()
        let log = Log<RecordedExchange>()
        let subscription = bench.send(get()).subscribe(onCompleted: { log.append(bench.record(get())) })
        advance(10)
        #expect(log.entries.map(\.response) == ["200 abc"])
        #expect(bench.transport.requests.count == 2)
        #expect(subscription.isDisposed)
    }

    @Test func doesNotShareDifferentRequests() {
        let bench = bench()
        let requests = [
            get(), get("https://a.example/y"), get("https://b.example/x"), get("http://a.example/x"),
            get("https://a.example/x?q"), get("https://a.example/x", [.authorization: "Bearer a"]),
            get("https://a.example/x", [.authorization: "Bearer b"]), makeRequest(.head, "https://a.example/x"),
            makeRequest(.head, "https://a.example/x"), makeRequest(.post, "https://a.example/x"),
            makeRequest(.post, "https://a.example/x"),
        ]
        let exchanges = requests.map { bench.record($0) }
        let withBody = (0..<2).map { _ in bench.record(get(), body: HTTPBody("q")) }
        advance(10)
        #expect((exchanges + withBody).allSatisfy { $0.response == "200 abc" })
        #expect(bench.transport.requests.count == requests.count + 2)
    }

    @Test func deliversErrorToAllSubscribers() {
        let bench = bench(then: .fail(TransportError(.closedEarly)))
        let exchanges = [bench.record(get()), bench.record(get())]
        advance(10)
        #expect(exchanges.map { ($0.error as? TransportError)?.code } == [.closedEarly, .closedEarly])
        #expect(exchanges.map(\.text) == ["abc", "abc"])
        let later = bench.record(get())
        advance(10)
        #expect(later.text == "abc")
        #expect(bench.transport.requests.count == 2)
    }

    @Test func cancelsExchangeWhenLastSubscriberIsDisposed() {
        let bench = bench()
        // Before the head, and after each chunk.
        for time in 0..<4 {
            let exchanges = [bench.record(get()), bench.record(get()), bench.record(get())]
            advance(time)
            exchanges[1].dispose()
            exchanges[0].dispose()
            #expect(bench.transport.requests[time].state == .running)
            exchanges[2].dispose()
            #expect(bench.transport.requests[time].state == .cancelled)
            #expect(exchanges.allSatisfy { $0.chunks.count == max(0, time - 1) && !$0.isCompleted })
        }
        let other = bench.record(get())
        advance(10)
        #expect(other.response == "200 abc")
        #expect(bench.transport.requests.count == 5)
    }

    @Test func continuesWhenFirstSubscriberIsDisposed() {
        let bench = bench()
        let first = bench.record(get())
        advance(2)
        let second = bench.record(get())
        first.dispose()
        advance(10)
        #expect(first.text == "a")
        #expect(second.response == "200 abc")
        #expect(bench.transport.requests.map(\.state) == [.ended])
    }

    @Test func startsNewExchangeBeyondReplayLimit() {
        // The weight of a chunk is its size plus a constant.
        let bench = bench(replayLimit: 100)
        let first = bench.record(get())
        advance(2)
        let second = bench.record(get())
        #expect(second.text == "a")
        advance()
        let third = bench.record(get())
        #expect(third.heads.isEmpty)
        advance(10)
        #expect([first, second, third].map(\.response) == ["200 abc", "200 abc", "200 abc"])
        #expect(bench.transport.requests.count == 2)
    }

    @Test func doesNotJoinExchangeFromBeforeChange() {
        let bench = bench()
        let early = bench.record(get())
        let elsewhere = bench.record(get("https://b.example/x"))
        advance(2)
        let change = bench.record(makeRequest(.put, "https://a.example/x"))
        let during = bench.record(get())
        #expect(during.text == "a")
        advance()
        let late = bench.record(get())
        let other = bench.record(get("https://b.example/x"))
        #expect(late.heads.isEmpty)
        #expect(other.text == "ab")
        advance(10)
        #expect([early, elsewhere, change, during, late, other].allSatisfy { $0.response == "200 abc" })
        #expect(bench.transport.requests.map(\.method) == [.get, .get, .put, .get])
    }

    @Test func doesNotJoinExchangeFromBeforeCanceledChange() {
        let bench = bench()
        let early = bench.record(get())
        let change = bench.send(makeRequest(.put, "https://a.example/x")).subscribe(onNext: { _ in })
        let joining = bench.record(get())
        change.dispose()
        let late = bench.record(get())
        advance(10)
        #expect([early, joining, late].allSatisfy { $0.response == "200 abc" })
        #expect(bench.transport.requests.map(\.method) == [.get, .put, .get])
    }

    @Test func disposalInOwnEventDoesNotAffectOthers() {
        let bench = bench()
        let taken = RecordedExchange(bench.send(get()).take(2))
        let other = bench.record(get())
        advance(10)
        #expect(taken.text == "a")
        #expect(other.response == "200 abc")
        #expect(bench.transport.requests.map(\.state) == [.ended])
    }

    @Test func deliversSynchronousResponse() {
        let bench = Bench(StubTransport { _ in .text("x") })
        #expect(bench.record(get()).response == "200 x")
        #expect(RecordedExchange(bench.send(get()).take(1)).heads.count == 1)
        #expect(bench.transport.requests.count == 2)
    }

    @Test func sharedExchangesLeakNothing() {
        expectNoLeaks {
            let bench = bench()
            for time in 0..<6 {
                let first = bench.record(get())
                advance(time)
                let second = bench.record(get())
                first.dispose()
                advance()
                second.dispose()
            }
            let failing = self.bench(then: .fail(TransportError(.other)))
            _ = [failing.record(get()), failing.record(get())]
            advance(10)
        }
    }

    @Test(arguments: [false, true]) func attemptTimeoutAppliesToItsRequest(isFirst: Bool) {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .json("7", after: .seconds(5)) }
        let client = Client(
            baseURL: "https://a.example", transport: transport.coalescing(), scheduler: kit.scheduler)
        var limited = Endpoint<Int>("/x")
        limited.options.attemptTimeout = .seconds(1)
        let recorders = (isFirst ? [limited, Endpoint("/x")] : [Endpoint("/x"), limited]).map {
            Recorder(client.send($0))
        }
        advance(2)
        #expect(recorders.map { $0.error == nil } == [!isFirst, isFirst])
        advance(10)
        #expect(recorders.map(\.values) == (isFirst ? [[], [7]] : [[7], []]))
        #expect(transport.requests.count == 1)
    }
}
