import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

/// Tests the use of stale responses after failures.
@Suite struct StaleIfErrorTests {
    private let kit = TestKit()

    /// Returns a bench with a stored response.
    ///
    /// The handler responds to further requests.
    private func stored(
        _ control: String, _ fields: HTTPFields = [:], then handler: @escaping StubTransport.Handler
    ) -> CacheBench {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            guard request.number == 0 else { return try handler(request) }
            return .respond(fields: [.cacheControl: control] + fields, chunks: ["0123456789"])
        }
        let bench = CacheBench(ResponseCache(freshnessClock: kit.scheduler), transport)
        _ = send(bench)
        return bench
    }

    private func send(_ bench: CacheBench, _ fields: HTTPFields = [:]) -> RecordedExchange {
        let exchange = bench.record(get("https://a.example/x", fields))
        kit.scheduler.advance(by: .zero)
        return exchange
    }

    @Test func staleResponseIsUsedIfServerFails() {
        for (failure, isReplaced) in [
            (.fail(TransportError(.timeout)), true), (.status(.serviceUnavailable), true),
            (.status(.internalServerError), true), (.status(.notImplemented), false), (.status(.notFound), false),
            (.fail(TransportError(.invalidURL)), false), (.fail(TransportError(.invalidRequest)), false),
            (.fail(TransportError(.invalidOptions)), false), (.fail(TransportError(.unavailable)), false),
            (.fail(TransportError(.cancelled)), false),
        ] as [(StubTransport.Response, Bool)] {
            let bench = stored("max-age=1, stale-if-error=60") { _ in failure }
            kit.scheduler.advance(by: .seconds(2))
            let exchange = send(bench)
            #expect((exchange.response == "200 0123456789") == isReplaced)
            #expect(bench.transport.requests.count == 2)
            if isReplaced { #expect(exchange.head?.headerFields[.age] == "2") }
        }
    }

    @Test func failureIsForwardedWithoutStaleIfError() {
        let bench = stored("max-age=1", [.eTag: "\"1\""]) { _ in .status(.serviceUnavailable) }
        kit.scheduler.advance(by: .seconds(2))
        #expect(send(bench).response == "503 ")
        // The response is kept.
        #expect(send(bench, [.cacheControl: "max-stale"]).response == "200 0123456789")
    }

    @Test func failureAfterHeadIsForwarded() {
        let bench = stored("max-age=1, stale-if-error=60") { _ in
            .respond(chunks: ["partial"], then: .fail(TransportError(.closedEarly)))
        }
        kit.scheduler.advance(by: .seconds(2))
        let exchange = send(bench)
        #expect(exchange.text == "partial")
        #expect((exchange.error as? TransportError)?.code == .closedEarly)
    }

    // MARK: Middleware

    /// Returns a client with a stored response that is stale, and whose server is unavailable.
    private func staleClient(_ middleware: any Middleware) -> (Client, StubTransport) {
        let transport = StubTransport(scheduler: kit.scheduler) { request in
            request.number == 0
                ? .json("1", fields: [.cacheControl: "max-age=1, stale-if-error=60"]) : .status(.serviceUnavailable)
        }
        let cached = transport.caching(in: ResponseCache(freshnessClock: kit.scheduler))
        let client = makeClient(cached, middleware: [middleware])
        #expect(send(client).values == [1])
        kit.scheduler.advance(by: .seconds(2))
        return (client, transport)
    }

    private func send(_ client: Client) -> Recorder<Int> {
        let recorder = Recorder(client.send(Endpoint<Int>("/x")))
        kit.scheduler.advance(by: .zero)
        return recorder
    }

    @Test func staleResponseIsUsedInsteadOfRetry() {
        let (client, transport) = staleClient(
            Retry(.constantBackoff(attempts: 3, delay: .zero), scheduler: kit.scheduler))
        #expect(send(client).values == [1])
        #expect(transport.requests.count == 2)
    }

    @Test func circuitBreakerCountsStaleResponseAsSuccess() {
        let breaker = CircuitBreaker(minimumRequests: 2, scheduler: kit.scheduler)
        let (client, transport) = staleClient(breaker)
        for _ in 0..<4 { #expect(send(client).values == [1]) }
        #expect(breaker.state(of: "https://qiita.com") == .closed)
        #expect(transport.requests.count == 5)
    }
}
