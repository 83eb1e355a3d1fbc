import Rill
import RillHTTP
import RillHTTPTesting
import RillSwiftTesting
import RillTesting
import Testing

/// Examples of exchange diagrams that combine requests, operators and the clock.
@Suite struct ExchangeRecipeTests {
    let kit = TestKit()

    @Test func retriesImmediately() {
        let transport = StubTransport(
            scheduler: kit.scheduler,
            responses: ["GET /numbers": .marbles("-#"), "GET /numbers": .marbles("-h(a|)", chunks: ["a": "[1]"])])
        let client = makeClient(transport, kit)
        let result = kit.record { client.send(Numbers()).retry(2) }
        expectMarbles(result, "---(n|)", values: ["n": [1]])
        #expect(transport.exchangeDifference(from: "^#", "-^h(a|)") == nil)
        #expect(transport.scriptDifference() == nil)
    }

    @Test func retriesWithBackoff() {
        let transport = StubTransport(
            scheduler: kit.scheduler,
            responses: [
                "GET /numbers": .marbles("-#"),
                "GET /numbers": .marbles("-#"),
                "GET /numbers": .marbles("-h(a|)", chunks: ["a": "[1]"]),
            ])
        let client = makeClient(transport, kit)
        let waits = Box([Duration.zero, .seconds(2), .seconds(4)])
        let result = kit.record {
            Observable<Void>.deferred { [kit] in
                .just(()).delay(waits.value.removeFirst(), scheduler: kit.scheduler)
            }
            .flatMap { client.send(Numbers()) }
            .retry(3)
        }
        expectMarbles(result, "----------(n|)", values: ["n": [1]])
        #expect(transport.exchangeDifference(from: "^#", "---^#", "--------^h(a|)") == nil)
        #expect(transport.cancellationDifference() == nil)
        #expect(transport.scriptDifference() == nil)
    }

    @Test func flatMapLatestCancelsThePreviousRequest() {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            request.queryItem("q") == "ri" ? .marbles("-h--!") : .marbles("-h(a|)", chunks: ["a": "[2]"])
        }
        let client = makeClient(transport, kit)
        let typed = kit.hot("-r---R-|", values: ["r": "ri", "R": "rill"])
        let result = kit.record { typed.flatMapLatest { client.send(Search(text: $0)) } }
        expectMarbles(result, "-------(n|)", values: ["n": [2]])
        #expect(transport.exchangeDifference(from: "-^h--!", "-----^h(a|)") == nil)
        #expect(transport.cancellationDifference() == nil)
    }

    @Test func timeoutCancelsTheRequest() {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .marbles("-h-a!") }
        let client = makeClient(transport, kit)
        let result = kit.record { [kit] in client.send(Numbers()).deadline(.seconds(4), scheduler: kit.scheduler) }
        #expect((result.error as? StreamError)?.code == .deadline)
        #expect(result.events.map(\.time) == [4])
        #expect(transport.exchangeDifference(from: "^h-a!") == nil)
        #expect(transport.cancellationDifference() == nil)
    }

    @Test func retriesAfterClientTimeout() {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            request.number == 0 ? .marbles("-h-!") : .marbles("-h(a|)", chunks: ["a": "[3]"])
        }
        let client = makeClient(transport, kit, timeout: .seconds(3))
        let result = kit.record { client.send(Numbers()).retry(2) }
        expectMarbles(result, "-----(n|)", values: ["n": [3]])
        #expect(transport.exchangeDifference(from: "^h-!", "---^h(a|)") == nil)
        #expect(transport.cancellationDifference() == nil)
    }

    @Test func reportsAnEarlyRetry() {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            request.number == 0 ? .marbles("-#") : .marbles("-h(a|)", chunks: ["a": "[1]"])
        }
        let client = makeClient(transport, kit)
        _ = kit.record { client.send(Numbers()).retry(2) }
        #expect(
            transport.exchangeDifference(from: "^#", "---^h(a|)") == """
                exchange 2 (GET /numbers) differs at tick 1: expected nothing, got '^'
                expected  ^#
                actual    ^#
                tick      0123   45
                expected  ---^   h(a|)
                actual    -^h(a|)
                           ^
                """)
    }
}
