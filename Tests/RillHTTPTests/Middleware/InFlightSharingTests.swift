import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

@Suite struct InFlightSharingTests {
    private let kit = TestKit()

    /// A head after a second, then a chunk each second: `a`, `b`, `c` and the end.
    private func bench(
        replayLimit: Int = 1 << 20, then end: StubTransport.Answer.End = .complete, status: HTTPResponse.Status = .ok
    ) -> MiddlewareBench<InFlightSharing> {
        let second = Duration.seconds(1)
        let transport = StubTransport(scheduler: kit.scheduler) { _ in
            .respond(
                status: status, after: second,
                chunks: [.init("a", after: second), .init("b", after: second), .init("c", after: second)], then: end)
        }
        return MiddlewareBench(InFlightSharing(replayLimit: replayLimit), transport)
    }

    private func advance(_ seconds: Int = 1) { kit.scheduler.advance(by: .seconds(seconds)) }

    @Test func equalRequestsShareOneExchange() {
        let bench = bench()
        var exchanges = [bench.record(get()), bench.record(get())]
        advance()
        exchanges.append(bench.record(get()))
        #expect(exchanges.map(\.status) == [200, 200, 200])
        advance(2)
        exchanges.append(bench.record(get()))
        #expect(exchanges.map(\.chunks) == Array(repeating: [Array("a".utf8), Array("b".utf8)], count: 4))
        advance(10)
        #expect(exchanges.map(\.answer) == Array(repeating: "200 abc", count: 4))
        #expect(bench.transport.requests.count == 1)
    }

    @Test func beginsAnewAfterTheEnd() {
        let bench = bench()
        let first = bench.record(get())
        advance(10)
        let second = bench.record(get())
        #expect(second.heads.isEmpty)
        advance(10)
        #expect([first.answer, second.answer] == ["200 abc", "200 abc"])
        #expect(bench.transport.requests.count == 2)
    }

    @Test func begunByTheEndItBeginsAnew() {
        let bench = bench()
        let log = Log<Exchanged>()
        let subscription = bench.send(get()).subscribe(onCompleted: { log.append(bench.record(get())) })
        advance(10)
        #expect(log.entries.map(\.answer) == ["200 abc"])
        #expect(bench.transport.requests.count == 2)
        #expect(subscription.isDisposed)
    }

    @Test func differentRequestsShareNothing() {
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
        #expect((exchanges + withBody).allSatisfy { $0.answer == "200 abc" })
        #expect(bench.transport.requests.count == requests.count + 2)
    }

    @Test func anErrorGoesToAll() {
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

    @Test func endsWhenTheLastLeaves() {
        let bench = bench()
        // Before the head, between the chunks, and one after the other.
        for moment in 0..<4 {
            let exchanges = [bench.record(get()), bench.record(get()), bench.record(get())]
            advance(moment)
            exchanges[1].dispose()
            exchanges[0].dispose()
            #expect(bench.transport.requests[moment].state == .running)
            exchanges[2].dispose()
            #expect(bench.transport.requests[moment].state == .cancelled)
            #expect(exchanges.allSatisfy { $0.chunks.count == max(0, moment - 1) && !$0.isCompleted })
        }
        let other = bench.record(get())
        advance(10)
        #expect(other.answer == "200 abc")
        #expect(bench.transport.requests.count == 5)
    }

    @Test func theFirstMayLeaveBeforeTheOthers() {
        let bench = bench()
        let first = bench.record(get())
        advance(2)
        let second = bench.record(get())
        first.dispose()
        advance(10)
        #expect(first.text == "a")
        #expect(second.answer == "200 abc")
        #expect(bench.transport.requests.map(\.state) == [.ended])
    }

    @Test func beyondTheLimitTheNextGetsAnExchangeOfItsOwn() {
        // A chunk weighs its bytes and a little more.
        let bench = bench(replayLimit: 100)
        let first = bench.record(get())
        advance(2)
        let second = bench.record(get())
        #expect(second.text == "a")
        advance()
        let third = bench.record(get())
        #expect(third.heads.isEmpty)
        advance(10)
        #expect([first, second, third].map(\.answer) == ["200 abc", "200 abc", "200 abc"])
        #expect(bench.transport.requests.count == 2)
    }

    @Test func nobodyJoinsAnExchangeFromBeforeAChange() {
        let bench = bench()
        let early = bench.record(get())
        let elsewhere = bench.record(get("https://b.example/x"))
        advance(2)
        let change = bench.record(makeRequest(.put, "https://a.example/x"))
        let meanwhile = bench.record(get())
        #expect(meanwhile.text == "a")
        advance()
        let late = bench.record(get())
        let other = bench.record(get("https://b.example/x"))
        #expect(late.heads.isEmpty)
        #expect(other.text == "ab")
        advance(10)
        #expect([early, elsewhere, change, meanwhile, late, other].allSatisfy { $0.answer == "200 abc" })
        #expect(bench.transport.requests.map(\.method) == [.get, .get, .put, .get])
    }

    @Test func oneWhoIsDisposedInHisOwnEventLeavesTheOthersAlone() {
        let bench = bench()
        let taken = Exchanged(bench.send(get()).take(2))
        let other = bench.record(get())
        advance(10)
        #expect(taken.text == "a")
        #expect(other.answer == "200 abc")
        #expect(bench.transport.requests.map(\.state) == [.ended])
    }

    @Test func anAnswerThatIsThereAtOnceIsPassedOnAtOnce() {
        let bench = MiddlewareBench(InFlightSharing(), StubTransport { _ in .text("x") })
        #expect(bench.record(get()).answer == "200 x")
        #expect(Exchanged(bench.send(get()).take(1)).heads.count == 1)
        #expect(bench.transport.requests.count == 2)
    }

    @Test func leavesNothingBehind() {
        let ledger = Ledger()
        ledger.watch {
            let bench = bench()
            for moment in 0..<6 {
                let first = bench.record(get())
                advance(moment)
                let second = bench.record(get())
                first.dispose()
                advance()
                second.dispose()
            }
            let failing = self.bench(then: .fail(TransportError(.other)))
            _ = [failing.record(get()), failing.record(get())]
            advance(10)
        }
        #expect(ledger.looseEnds == nil)
        #expect(ledger.retained.isEmpty)
    }
}
