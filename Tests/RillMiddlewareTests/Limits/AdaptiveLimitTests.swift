import Dispatch
import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

@testable import RillMiddleware

@Suite struct AdaptiveLimitTests {
    private let scheduler = TestScheduler()
    private let origin = "https://a.example"

    private func limit(_ initial: Int, _ minimum: Int = 1, _ maximum: Int = 100) -> ConcurrencyLimit {
        ConcurrencyLimit(
            .adaptive(
                latencyThreshold: .seconds(1), initial: initial, minimum: minimum, maximum: maximum, backoffRatio: 0.5),
            scheduler: scheduler)
    }

    /// Returns a bench that responds with the status and after the latency in milliseconds from the path: `/200/1000`.
    private func bench(_ limit: ConcurrencyLimit) -> MiddlewareBench<ConcurrencyLimit> {
        MiddlewareBench(
            limit,
            StubTransport(scheduler: scheduler) { request in
                let parts = request.path.split(separator: "/").compactMap { Int($0) }
                if parts[0] == 0 { return .fail(TransportError(.closedEarly), after: .milliseconds(parts[1])) }
                return .text("x", status: .init(code: parts[0]), after: .milliseconds(parts[1]))
            })
    }

    private func send(
        _ bench: MiddlewareBench<ConcurrencyLimit>, _ status: Int = 200, latency: Int = 10, count: Int = 1
    ) -> [RecordedExchange] {
        (0..<count).map { _ in bench.record(get("https://a.example/\(status)/\(latency)")) }
    }

    /// Sends requests, runs all scheduled work, and returns the limit.
    private func currentLimit(
        of bench: MiddlewareBench<ConcurrencyLimit>, after status: Int = 200, latency: Int = 10, count: Int = 1
    ) throws -> Int {
        _ = send(bench, status, latency: latency, count: count)
        try scheduler.run()
        return try #require(bench.ware.currentLimit(of: origin))
    }

    @Test func successesIncreaseUsedLimit() throws {
        let bench = bench(limit(4))
        // One running exchange is less than half of the limit.
        #expect(try currentLimit(of: bench) == 4)
        #expect(try currentLimit(of: bench, count: 4) > 4)
    }

    @Test func followsDocumentedFormula() {
        let limit = AdaptiveLimit.adaptive(latencyThreshold: .seconds(1), minimum: 3, maximum: 40)
        for (count, running, milliseconds, isFailure, expected) in [
            (20, 9, 1_000, false, 20), (20, 10, 1_000, false, 21), (21, 10, 1_000, false, 21),
            (40, 40, 1_000, false, 40), (20, 20, 1_000, true, 18), (18, 1, 1_001, false, 16), (3, 3, 1_000, true, 3),
        ] {
            let next = limit.next(count, running: running, latency: .milliseconds(milliseconds), isFailure: isFailure)
            #expect(next == expected, "\(count), \(running) running, \(milliseconds) ms, failure: \(isFailure)")
        }
    }

    @Test(arguments: [(503, 10), (429, 10), (0, 10), (200, 1_001)])
    func failureOrLatencyDecreasesLimit(status: Int, latency: Int) throws {
        let bench = bench(limit(20))
        for expected in [10, 5] { #expect(try currentLimit(of: bench, after: status, latency: latency) == expected) }
    }

    @Test func otherStatusesAndExactThresholdKeepLimit() throws {
        let limit = limit(20)
        let bench = bench(limit)
        for status in [200, 404, 408] { _ = send(bench, status, latency: 1_000) }
        try scheduler.run()
        #expect(limit.currentLimit(of: origin) == 20)
    }

    @Test func staysWithinBounds() throws {
        let bench = bench(limit(4, 2, 6))
        #expect(try currentLimit(of: bench, after: 503, count: 20) == 2)
        #expect(try currentLimit(of: bench, count: 100) == 6)
    }

    @Test func decreasedLimitDoesNotReassignSlots() throws {
        let limit = limit(8)
        let bench = bench(limit)
        let exchanges = send(bench, 503, count: 3) + send(bench, latency: 500, count: 20)
        scheduler.advance(by: .milliseconds(100))
        // 8 to 4 to 2 to 1: the five slow exchanges continue, and no other exchange starts.
        #expect(bench.transport.requests.count == 8)
        #expect(limit.currentLimit(of: origin) == 1)
        scheduler.advance(by: .milliseconds(400))
        let running = bench.transport.requests.filter { $0.state == .running }.count
        let current = try #require(limit.currentLimit(of: origin))
        #expect(running <= current)
        try scheduler.run()
        #expect(exchanges.filter(\.isCompleted).count == 23)
    }

    @Test func increasedLimitStartsWaitingExchanges() throws {
        let limit = limit(1)
        let bench = bench(limit)
        let exchanges = send(bench, latency: 100, count: 7)
        #expect(bench.transport.requests.count == 1)
        scheduler.advance(by: .milliseconds(100))
        #expect(bench.transport.requests.count == 3)
        scheduler.advance(by: .milliseconds(100))
        #expect(bench.transport.requests.count == 7)
        try scheduler.run()
        #expect(exchanges.allSatisfy { $0.isCompleted })
    }

    @Test func canceledExchangeCountsOnlyIfSlow() {
        let limit = limit(20)
        let bench = bench(limit)
        for (delay, expected) in [(1_000, 20), (1_001, 10)] {
            let exchange = send(bench, latency: 9_000)[0]
            scheduler.advance(by: .milliseconds(delay))
            exchange.dispose()
            #expect(limit.currentLimit(of: origin) == expected)
        }
        #expect(scheduler.pendingCount == 0)
    }

    @Test func waitingTimeIsNotLatency() throws {
        let limit = limit(2, 1, 2)
        let bench = bench(limit)
        let exchanges = send(bench, latency: 900, count: 10)
        try scheduler.run()
        #expect(exchanges.allSatisfy { $0.isCompleted })
        #expect(limit.currentLimit(of: origin) == 2)
        #expect(scheduler.now == .milliseconds(4_500))
    }

    @Test func waitingInInnerMiddlewareIsNotLatency() throws {
        let limit = limit(20)
        let transport = StubTransport(scheduler: scheduler) { _ in .json("7", after: .milliseconds(10)) }
        let client = makeClient(
            transport, middleware: [limit, RateLimit(1, per: .seconds(5), burst: 1, scheduler: scheduler)])
        let recorders = (0..<10).map { _ in Recorder(client.send(Anything<Int>())) }
        try scheduler.run()
        #expect(recorders.allSatisfy { $0.values == [7] })
        #expect(scheduler.now == .milliseconds(45_010))
        let current = try #require(limit.currentLimit(of: "https://qiita.com"))
        #expect(current >= 20)
    }

    @Test func exchangeThatIsNotSentDoesNotCount() {
        let limit = limit(20)
        let transport = StubTransport(scheduler: scheduler) { _ in .never }
        let client = makeClient(
            transport, middleware: [limit, RateLimit(1, per: .seconds(60), burst: 1, scheduler: scheduler)])
        let (_, first) = client.send(Anything<Int>()).record()
        let (_, second) = client.send(Anything<Int>()).record()
        scheduler.advance(by: .seconds(30))
        second.dispose()
        #expect(transport.requests.count == 1)
        #expect(limit.currentLimit(of: "https://qiita.com") == 20)
        first.dispose()
        #expect(limit.currentLimit(of: "https://qiita.com") == 10)
    }

    @Test func customStatusesDecreaseLimit() throws {
        let limit = ConcurrencyLimit(
            .adaptive(latencyThreshold: .seconds(1), backoffRatio: 0.5, statuses: [404]), scheduler: scheduler)
        let bench = bench(limit)
        #expect(try currentLimit(of: bench, after: 503) == 20)
        #expect(try currentLimit(of: bench, after: 404) == 10)
    }

    @Test func separatesHosts() throws {
        let limit = limit(20)
        let bench = bench(limit)
        _ = send(bench, 503)
        _ = bench.record(get("https://b.example/200/10"))
        try scheduler.run()
        #expect([origin, "https://b.example"].map(limit.currentLimit) == [10, 20])
    }

    @Test func discardsLimitsOfLongestIdleHosts() throws {
        let limit = limit(20)
        let bench = bench(limit)
        _ = send(bench, 503)
        for number in 0..<999 { _ = bench.record(get("https://\(number).example/200/10")) }
        try scheduler.run()
        #expect(limit.currentLimit(of: origin) == 10)
        _ = bench.record(get("https://other.example/200/10"))
        try scheduler.run()
        #expect([origin, "https://998.example"].map(limit.currentLimit) == [nil, 20])
    }

    @Test func disposalAtAnyTimeReleasesSlots() throws {
        for disposed in 0..<6 {
            for time in 0..<12 {
                expectNoLeaks(checksRetained: false) {
                    let scheduler = TestScheduler()
                    let transport = StubTransport(scheduler: scheduler) { request in
                        .text(
                            "x", status: request.number % 3 == 0 ? .serviceUnavailable : .ok, after: .milliseconds(100))
                    }
                    let limit = ConcurrencyLimit(
                        .adaptive(latencyThreshold: .seconds(1), initial: 2, backoffRatio: 0.5), scheduler: scheduler)
                    let bench = MiddlewareBench(limit, transport)
                    let exchanges = (0..<6).map { _ in bench.record(get()) }
                    scheduler.advance(by: .milliseconds(time * 50 + 1))
                    exchanges[disposed].dispose()
                    #expect(throws: Never.self) { try scheduler.run() }
                    #expect(exchanges.filter(\.isCompleted).count >= 5)
                    #expect(scheduler.pendingCount == 0)
                }
            }
        }
    }

    @Test func concurrentThreadsLeakNoSlots() throws {
        let scheduler = ConcurrentDispatchQueueScheduler()
        let started = DispatchSemaphore(value: 0)
        let transport = StubTransport(scheduler: scheduler) { request in
            if request.path == "/never" {
                started.signal()
                return .never
            }
            return .text("x", status: request.number % 7 == 0 ? .serviceUnavailable : .ok)
        }
        let limit = ConcurrencyLimit(
            .adaptive(latencyThreshold: .seconds(60), initial: 4, maximum: 8), scheduler: scheduler)
        let bench = MiddlewareBench(limit, transport)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<100 {
                let (recorder, subscription) = bench.send(get()).record()
                if (thread + number) % 5 == 0 {
                    subscription.dispose()
                } else {
                    #expect(recorder.waitForEnd(timeout: .seconds(60)))
                }
            }
        }
        // The maximum number of exchanges can still run at the same time.
        let count = try #require(limit.currentLimit(of: origin))
        let exchanges = (0..<count).map { _ in bench.record(get("https://a.example/never")) }
        for _ in exchanges { #expect(started.wait(timeout: .now() + 60) == .success) }
        for exchange in exchanges { exchange.dispose() }
    }
}
