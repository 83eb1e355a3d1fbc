import Dispatch
import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import Testing

@testable import RillMiddleware

/// Circuit breakers in clients, and concurrent requests.
extension CircuitBreakerTests {
    @Test func describesDatesInErrors() {
        let open = CircuitOpenError(key: origin, since: date(0), until: date(30))
        #expect(
            "\(open)" == "not sent: the circuit for https://a.example is open since 1970-01-01T00:00:00Z until "
                + "1970-01-01T00:00:30Z. Send the request again after that time")
        let halfOpen = CircuitOpenError(key: origin, since: date(0), until: nil)
        #expect(
            "\(halfOpen)" == "not sent: the circuit for https://a.example is half-open and has been failing since "
                + "1970-01-01T00:00:00Z. Retry later, or observe `transitions`")
    }

    @Test func longestOpenDurationEndsInDistantFuture() {
        let breaker = CircuitBreaker(minimumRequests: 1, openDuration: .seconds(Int64.max), scheduler: scheduler)
        let bench = bench(breaker)
        send(bench, "500")
        let error = bench.record(get()).error as? CircuitOpenError
        #expect(error?.until == .distantFuture)
        #expect(error?.description.contains("until 4001-01-01T00:00:00Z") == true)
        #expect(breaker.state(of: origin).description.hasSuffix("until 4001-01-01T00:00:00Z"))
    }

    @Test func openCircuitEndsRetries() throws {
        let transport = StubTransport(scheduler: scheduler) { _ in .status(.serviceUnavailable) }
        let client = makeClient(
            transport,
            middleware: [
                Retry(.constantBackoff(attempts: 9, delay: .seconds(1)), scheduler: scheduler), breaker(),
            ])
        let recorder = Recorder(client.send(Anything<Int>()))
        try scheduler.run()
        #expect(transport.requests.count == 4)
        let error = try #require(recorder.error as? APIError)
        #expect(error.stage == .middleware)
        #expect(error.underlying is CircuitOpenError)
        #expect("\(error)".contains("the circuit for https://qiita.com is open since 1970-01-01T00:00:03Z"))
    }

    @Test func subscriberCanSendRequests() {
        let bench = bench(breaker())
        let subscription = bench.ware.transitions.subscribe(onNext: { [transitions] transition in
            transitions.append(transition)
            guard transitions.entries.count == 1 else { return }
            for _ in 0..<4 { _ = bench.record(get("https://b.example/500")) }
        })
        send(bench, "500", "500", "500", "500")
        scheduler.advance(by: .zero)
        #expect(transitions.entries.map { $0.key } == [origin, "https://b.example"])
        subscription.dispose()
    }

    @Test func concurrentProbesNeverExceedLimit() {
        for _ in 0..<50 {
            let bench = bench(breaker(probes: 2))
            send(bench, "500", "500", "500", "500")
            scheduler.advance(by: .seconds(5))
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let exchange = bench.record(get("https://a.example/slow"))
                if Bool.random() { exchange.dispose() }
            }
            #expect(bench.transport.requests.filter { $0.state == .running }.count <= 2)
            scheduler.advance(by: .seconds(1))
            #expect(isClosed(bench, after: "200 200") == [true])
        }
    }

    @Test func attemptTimeoutOpensCircuitOfServerThatDoesNotRespond() throws {
        let breaker = breaker()
        let transport = StubTransport(scheduler: scheduler) { _ in .never }
        let client = Client(
            baseURL: origin, transport: transport, middleware: [breaker], timeout: .seconds(3), scheduler: scheduler)
        var endpoint = Endpoint<Void>("/")
        for _ in 0..<4 { _ = client.send(endpoint).record() }
        scheduler.advance(by: .seconds(3))
        // The timeout of the client cancels the requests.
        #expect(breaker.state(of: origin) == .closed)
        endpoint.options.attemptTimeout = .seconds(2)
        for _ in 0..<4 { _ = client.send(endpoint).record() }
        scheduler.advance(by: .seconds(2))
        #expect(breaker.state(of: origin) == .open(since: date(5), until: date(10)))
    }

    @Test func responseTimeoutOpensCircuitOfServerThatDoesNotRespond() throws {
        let server = try LoopbackServer { _ in .stall }
        defer { server.stop() }
        var options = TransportOptions()
        options.responseTimeout = .milliseconds(20)
        let breaker = breaker()
        let client = Client(
            baseURL: server.baseURL, transport: makeDefaultTransport(options: options), middleware: [breaker],
            timeout: .seconds(60))
        for _ in 0..<4 {
            #expect(throws: APIError.self) { try client.send(Endpoint<Void>("/")).wait(timeout: .seconds(60)) }
        }
        #expect(breaker.state(of: server.baseURL) != .closed)
    }

    @Test func stopsSendingToLoopbackServer() throws {
        let isHealthy = Log<Void>()
        let server = try LoopbackServer { _ in
            isHealthy.entries.isEmpty ? .status(.serviceUnavailable) : .json("7")
        }
        defer { server.stop() }
        let breaker = breaker()
        let client = Client(baseURL: server.baseURL, middleware: [breaker])
        for _ in 0..<9 {
            #expect(throws: APIError.self) { try client.send(Anything<Int>()).wait(timeout: .seconds(60)) }
        }
        #expect(server.requests.count == 4)
        isHealthy.append(())
        scheduler.advance(by: .seconds(5))
        #expect(try client.send(Anything<Int>()).wait(timeout: .seconds(60)) == 7)
        #expect(breaker.state(of: server.baseURL) == .closed)
        #expect(server.requests.count == 5)
    }
}
