import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

@testable import RillMiddleware

@Suite struct CircuitBreakerTests {
    let scheduler = TestScheduler()
    let transitions = Log<CircuitBreaker.Transition>()
    let origin = "https://a.example"

    /// Returns a circuit breaker that opens for five seconds if at least half of four or more requests in ten seconds
    /// fail.
    func breaker(
        probes: Int = 1, maximumCircuits: Int = 1_000, key: (@Sendable (HTTPRequest) -> String)? = nil
    ) -> CircuitBreaker {
        CircuitBreaker(
            failureRateThreshold: 0.5, minimumRequests: 4, slidingWindow: .seconds(10), openDuration: .seconds(5),
            maximumProbes: probes, maximumCircuits: maximumCircuits, scheduler: scheduler, key: key,
            now: { [scheduler] in Date(timeIntervalSince1970: scheduler.now / .seconds(1)) })
    }

    /// Returns a bench that responds immediately with the status in the path, or to `/slow` with 200 after one second.
    func bench(_ breaker: CircuitBreaker) -> MiddlewareBench<CircuitBreaker> {
        MiddlewareBench(
            breaker,
            StubTransport(scheduler: scheduler) { request in
                if request.path == "/slow" {
                    return .respond(after: .seconds(1), chunks: [.init("x", after: .seconds(100))])
                }
                if request.path == "/closed" { return .fail(TransportError(.closedEarly)) }
                if request.path == "/invalid" { return .fail(TransportError(.invalidOptions)) }
                return .status(.init(code: Int(request.path.dropFirst()) ?? 0))
            })
    }

    func send(_ bench: MiddlewareBench<CircuitBreaker>, _ paths: String..., host: String = "a.example") {
        for path in paths {
            _ = bench.record(get("https://\(host)/\(path)"))
            scheduler.advance(by: .zero)
        }
    }

    /// Sends groups of requests, and returns whether the circuit is closed after each group.
    func isClosed(_ bench: MiddlewareBench<CircuitBreaker>, after groups: String...) -> [Bool] {
        groups.map { paths in
            for path in paths.split(separator: " ") { send(bench, String(path)) }
            return bench.ware.state(of: origin) == .closed
        }
    }

    func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    // MARK: Closed

    @Test func opensAtFailureRateThreshold() {
        let breaker = breaker()
        let bench = bench(breaker)
        send(bench, "200", "500", "404")
        #expect(breaker.state(of: origin) == .closed)
        send(bench, "503")
        #expect(breaker.state(of: origin) == .open(since: date(0), until: date(5)))
        let rejected = bench.record(get())
        #expect(rejected.error as? CircuitOpenError == CircuitOpenError(key: origin, since: date(0), until: date(5)))
        #expect(bench.transport.requests.count == 4)
    }

    @Test func outcomesDetermineState() {
        var custom = breaker()
        custom.statuses = [429]
        for (breaker, paths, last) in [
            // The minimum number of requests.
            (breaker(), "500 500 500", "200 200 200 500"), (custom, "500 500 500 500 429 429 429", "429"),
            // Only failures of the transport count.
            (breaker(), "invalid invalid invalid invalid closed closed closed", "closed"),
        ] {
            #expect(isClosed(bench(breaker), after: paths, last) == [true, false], "\(paths), \(last)")
        }
        let successful = bench(breaker())
        #expect(isClosed(successful, after: "200 200 200 200 200 500 404 200") == [true])
        #expect(successful.transport.requests.count == 8)
    }

    @Test func evaluatesRateAfterEachOutcome() {
        let bench = bench(breaker())
        #expect(isClosed(bench, after: "500 500 500") == [true])
        // Three of four requests have failed.
        send(bench, "200", "200")
        #expect(bench.ware.state(of: origin) == .open(since: date(0), until: date(5)))
        #expect(bench.transport.requests.count == 4)
    }

    @Test func opensAtThresholdDespiteRoundingError() {
        // 100 * 0.07 is 7.000000000000001.
        let bench = bench(
            CircuitBreaker(failureRateThreshold: 0.07, minimumRequests: 100, scheduler: scheduler))
        let paths = Array(repeating: "200", count: 93) + Array(repeating: "500", count: 6)
        #expect(isClosed(bench, after: paths.joined(separator: " "), "500") == [true, false])
    }

    @Test func outcomeWithEarlierTimeDoesNotReplaceLaterOnes() {
        let clock = SetClock()
        let bench = bench(
            CircuitBreaker(
                failureRateThreshold: 0.5, minimumRequests: 4, slidingWindow: .seconds(10), scheduler: clock))
        clock.times.append(.seconds(10))
        send(bench, "500", "500", "500")
        clock.times.append(.seconds(0))
        #expect(isClosed(bench, after: "500") == [true])
        clock.times.append(.seconds(10))
        #expect(isClosed(bench, after: "500") == [false])
    }

    @Test func ignoresRequestBodiesThatCannotBeRead() {
        let bench = bench(breaker())
        for body in [
            HTTPBody.stream(.error(TestError("unreadable"))), .stream(.error(TransportError(.closedEarly))),
            .stream(.just([1]), count: 2),
        ] {
            for _ in 0..<4 {
                let exchange = bench.record(makeRequest(.put, "https://a.example/200"), body: body)
                scheduler.advance(by: .zero)
                #expect((exchange.error as? TransportError)?.code == .sendFailed)
            }
        }
        #expect(bench.ware.state(of: origin) == .closed)
    }

    @Test func ignoresOutcomesOutsideOfWindow() {
        let bench = bench(breaker())
        send(bench, "500", "500", "500")
        scheduler.advance(by: .seconds(10))
        #expect(isClosed(bench, after: "200 500") == [true])
        scheduler.advance(by: .seconds(9))
        send(bench, "500", "500")
        #expect(bench.ware.state(of: origin) == .open(since: date(19), until: date(24)))
    }

    @Test func ignoresCanceledRequests() {
        let bench = bench(breaker())
        for _ in 0..<10 { bench.record(get("https://a.example/slow")).dispose() }
        #expect(isClosed(bench, after: "500 500 500", "500") == [true, false])
    }

    // MARK: Half-open

    @Test func successfulProbeClosesCircuit() {
        let bench = bench(breaker())
        let subscription = bench.ware.transitions.subscribe(onNext: { [transitions] in transitions.append($0) })
        send(bench, "500", "500", "500", "500")
        scheduler.advance(by: .milliseconds(4_999))
        send(bench, "200")
        #expect(bench.transport.requests.count == 4)
        scheduler.advance(by: .milliseconds(1))
        send(bench, "slow")
        #expect(bench.ware.state(of: origin) == .halfOpen(since: date(0)))
        let rejected = bench.record(get())
        #expect(rejected.error as? CircuitOpenError == CircuitOpenError(key: origin, since: date(0), until: nil))
        // The response head is sufficient.
        scheduler.advance(by: .seconds(1))
        #expect(bench.ware.state(of: origin) == .closed)
        // The window is empty.
        #expect(isClosed(bench, after: "500 500 500") == [true])
        #expect(
            transitions.entries.map { $0.to } == [
                .open(since: date(0), until: date(5)), .halfOpen(since: date(0)), .closed,
            ])
        #expect(transitions.entries.map { $0.key } == [origin, origin, origin])
        subscription.dispose()
    }

    @Test func failedProbeReopensCircuit() {
        let bench = bench(breaker())
        send(bench, "500", "500", "500", "500")
        scheduler.advance(by: .seconds(7))
        send(bench, "502", "200")
        #expect(bench.ware.state(of: origin) == .open(since: date(0), until: date(12)))
        #expect(bench.transport.requests.count == 5)
    }

    @Test func limitsProbesAndClosesAfterAllSucceed() {
        let bench = bench(breaker(probes: 3))
        send(bench, "500", "500", "500", "500")
        scheduler.advance(by: .seconds(5))
        send(bench, "200", "slow", "slow", "slow", "slow")
        #expect(bench.transport.requests.count == 7)
        #expect(bench.ware.state(of: origin) == .halfOpen(since: date(0)))
        scheduler.advance(by: .seconds(1))
        #expect(bench.ware.state(of: origin) == .closed)
    }

    @Test func disposedProbeReleasesItsSlot() {
        expectNoLeaks(checksRetained: false) {
            let bench = bench(breaker())
            send(bench, "500", "500", "500", "500")
            scheduler.advance(by: .seconds(5))
            for _ in 0..<3 {
                let probe = bench.record(get("https://a.example/slow"))
                #expect(bench.record(get()).error is CircuitOpenError)
                probe.dispose()
            }
            #expect(bench.transport.requests.count == 7)
            // Any other error also releases the slot.
            #expect(isClosed(bench, after: "invalid 200") == [true])
        }
    }

    @Test func ignoresLateOutcomesOfEarlierStates() {
        let bench = bench(breaker())
        // Sent while the circuit is closed; the response arrives while it is open.
        let early = bench.record(get("https://a.example/slow"))
        send(bench, "500", "500", "500", "500")
        #expect(bench.ware.state(of: origin) == .open(since: date(0), until: date(5)))
        scheduler.advance(by: .seconds(1))
        #expect(early.status == 200)
        #expect(bench.ware.state(of: origin) == .open(since: date(0), until: date(5)))
    }

    // MARK: Keys

    @Test func separatesHostsOrCustomKeys() {
        let hosts = bench(breaker())
        send(hosts, "500", "500", "500", "500")
        send(hosts, "200", host: "b.example")
        #expect(hosts.transport.requests.count == 5)
        let paths = bench(breaker { $0.path ?? "" })
        send(paths, "500", "500", "500", "500", "503", "500")
        #expect(paths.transport.requests.count == 5)
        #expect(["/500", "/503"].map { paths.ware.state(of: $0) == .closed } == [false, true])
    }

    @Test func trailingClosureReturnsTheKey() {
        let breaker = CircuitBreaker(minimumRequests: 1, scheduler: scheduler) { $0.path ?? "" }
        send(bench(breaker), "500", "200")
        #expect(["/500", "/200"].map { breaker.state(of: $0) == .closed } == [false, true])
    }

    @Test func removesClosedCircuitsFirst() {
        let bench = bench(breaker(maximumCircuits: 4))
        send(bench, "500", "500", "500", "500", host: "open.example")
        for number in 0..<100 {
            scheduler.advance(by: .milliseconds(1))
            send(bench, "200", host: "\(number).example")
        }
        #expect(bench.ware.state(of: "https://open.example") != .closed)
        // A circuit that was removed is recreated.
        send(bench, "500", "500", "500", "500", host: "0.example")
        #expect(bench.ware.state(of: "https://0.example") != .closed)
    }

    @Test func removedOpenCircuitBecomesClosed() {
        let bench = bench(breaker(maximumCircuits: 1))
        let subscription = bench.ware.transitions.subscribe(onNext: { [transitions] in transitions.append($0) })
        send(bench, "500", "500", "500", "500")
        send(bench, "200", host: "b.example")
        #expect(bench.ware.state(of: origin) == .closed)
        #expect(transitions.entries.map { $0.to } == [.open(since: date(0), until: date(5)), .closed])
        subscription.dispose()
    }
}

/// A scheduler whose time can go backward and that runs no work.
private struct SetClock: Scheduler {
    let times = Log<Duration>()

    var now: Duration { times.entries.last ?? .zero }

    @discardableResult
    func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { .none }

    @discardableResult
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable { .none }
}
