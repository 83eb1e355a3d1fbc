import Dispatch
import Foundation
import Rill
import RillHTTPTestSupport
import RillHTTPTesting
import RillTestSupport
import RillTesting
import Testing

@testable import RillHTTP
@testable import RillHTTPTypes
@testable import RillMiddleware

@Suite struct RateLimitTests {
    private let kit = TestKit(tick: .milliseconds(100))

    private func bench(
        _ count: Int, per period: Duration = .seconds(1), burst: Int? = nil, for target: LimitTarget = .eachHost,
        maxWaiting: Int? = nil
    ) -> MiddlewareBench<RateLimit> {
        MiddlewareBench(
            RateLimit(
                count, per: period, burst: burst, for: target, maxWaiting: maxWaiting, scheduler: kit.scheduler),
            StubTransport(scheduler: kit.scheduler) { _ in .text("x") })
    }

    /// The times when requests were sent, in milliseconds.
    private func times(_ bench: MiddlewareBench<RateLimit>) -> [Int] {
        bench.transport.requests.map { request in
            request.sent.map { Int($0.tick) * 100 } ?? -1
        }
    }

    private func run() throws { try kit.scheduler.run() }

    @Test func sendsBurstThenAtRate() throws {
        let bench = bench(5, burst: 3)
        let exchanges = (0..<7).map { _ in bench.record(get()) }
        #expect(bench.transport.requests.count == 3)
        try run()
        #expect(times(bench) == [0, 0, 0, 200, 400, 600, 800])
        #expect(exchanges.allSatisfy { $0.response == "200 x" })
    }

    @Test func refillsBucketWhileIdle() throws {
        let bench = bench(10, burst: 2)
        for _ in 0..<2 { _ = bench.record(get()) }
        kit.scheduler.advance(by: .milliseconds(100))
        for _ in 0..<2 { _ = bench.record(get()) }
        kit.scheduler.advance(by: .seconds(100))
        for _ in 0..<4 { _ = bench.record(get()) }
        try run()
        #expect(times(bench) == [0, 0, 100, 200, 100_100, 100_100, 100_200, 100_300])
    }

    @Test func keepsOrderOfWaitingRequests() throws {
        let bench = bench(10, burst: 1)
        for index in 0..<50 { _ = bench.record(get("https://a.example/\(index)")) }
        try run()
        #expect(bench.transport.requests.map(\.path) == (0..<50).map { "/\($0)" })
        #expect(times(bench) == (0..<50).map { $0 * 100 })
    }

    @Test func newRequestDoesNotOvertakeWaitingOnes() throws {
        let bench = bench(10, burst: 1)
        // Scheduled first, so it runs before the waiting request is sent at the same time.
        kit.scheduler.schedule(after: .milliseconds(100)) { _ = bench.record(get("https://a.example/2")) }
        for index in 0..<2 { _ = bench.record(get("https://a.example/\(index)")) }
        try run()
        #expect(bench.transport.requests.map(\.path) == ["/0", "/1", "/2"])
        #expect(times(bench) == [0, 100, 200])
    }

    @Test func limitsEachHostOrAllHosts() throws {
        for (target, expected) in [(LimitTarget.eachHost, [0, 0, 0, 100]), (.allHosts, [0, 100, 200, 300])] {
            let bench = bench(10, burst: 1, for: target)
            let start = kit.scheduler.time.tick * 100
            for url in ["https://a.example/", "https://b.example/", "https://a.example:1/", "https://A.example:443/"] {
                _ = bench.record(get(url))
            }
            try run()
            #expect(times(bench).map { $0 - Int(start) } == expected)
        }
    }

    @Test func disposedRequestTakesNoToken() throws {
        // Disposes each request at every point in time.
        for disposed in 0..<6 {
            for time in 0..<8 {
                expectNoLeaks {
                    let kit = TestKit(tick: .milliseconds(100))
                    let transport = StubTransport(scheduler: kit.scheduler) { _ in .text("x", after: .milliseconds(50))
                    }
                    let limit = RateLimit(10, per: .seconds(1), burst: 1, scheduler: kit.scheduler)
                    let bench = MiddlewareBench(limit, transport)
                    let exchanges = (0..<6).map { bench.record(get("https://a.example/\($0)")) }
                    kit.scheduler.advance(by: .milliseconds(time * 100 + 10))
                    exchanges[disposed].dispose()
                    #expect(throws: Never.self) { try kit.scheduler.run() }
                    let wasSent = time >= disposed
                    let paths = (0..<6).filter { $0 != disposed || wasSent }.map { "/\($0)" }
                    #expect(transport.requests.map(\.path) == paths)
                    #expect(transport.requests.map { $0.sent?.tick } == paths.indices.map { $0 })
                    let completed = exchanges.filter { $0.response == "200 x" }.count
                    #expect(completed == (time > disposed ? 6 : 5))
                }
            }
        }
    }

    @Test func cancelsTimerWhenAllRequestsAreDisposed() {
        expectNoLeaks(checksRetained: false) {
            let bench = bench(1)
            let exchanges = (0..<10).map { _ in bench.record(get()) }
            kit.scheduler.advance(by: .zero)
            for exchange in exchanges.shuffled() { exchange.dispose() }
            #expect(bench.transport.requests.count == 1)
            #expect(kit.scheduler.pendingCount == 0)
            let other = bench.record(get())
            kit.scheduler.advance(by: .seconds(1))
            #expect(other.response == "200 x")
        }
    }

    @Test func failsWhenQueueIsFull() throws {
        let bench = bench(1, maxWaiting: 2)
        let exchanges = (0..<4).map { _ in bench.record(get()) }
        #expect(exchanges.map { $0.error == nil } == [true, true, true, false])
        #expect((exchanges[3].error as? QueueFullError)?.count == 2)
        #expect(
            "\(exchanges[3].error ?? TestError())"
                == "the queue is full: 2 requests are already waiting. Retry later, or increase maxWaiting")
        exchanges[1].dispose()
        let fifth = bench.record(get())
        try run()
        #expect([exchanges[2].response, fifth.response] == ["200 x", "200 x"])
        let strict = self.bench(1, maxWaiting: 0)
        #expect(strict.record(get()).error == nil)
        #expect(
            "\(strict.record(get()).error ?? TestError())"
                == "the limit is reached, and maxWaiting is 0. Retry later, or increase maxWaiting")
    }

    @Test func forwardsErrorsAndTakesTokenPerSubscription() throws {
        let transport = StubTransport(scheduler: kit.scheduler) { _ in .fail(TransportError(.closedEarly)) }
        let bench = MiddlewareBench(RateLimit(10, per: .seconds(1), burst: 1, scheduler: kit.scheduler), transport)
        let source = bench.send(get())
        let exchanges = [RecordedExchange(source), RecordedExchange(source)]
        try run()
        #expect(exchanges.allSatisfy { ($0.error as? TransportError)?.code == .closedEarly })
        #expect(times(bench) == [0, 100])
    }

    @Test func lateTimerSendsAsManyRequestsAsTokens() throws {
        let bench = bench(10, burst: 3)
        for _ in 0..<8 { _ = bench.record(get()) }
        kit.scheduler.moveClock(to: .milliseconds(250))
        _ = bench.record(get())
        #expect(bench.transport.requests.count == 3)
        try run()
        #expect(times(bench) == [0, 0, 0, 200, 200, 300, 400, 500, 600])
    }

    @Test(arguments: [Duration.nanoseconds(1), .seconds(1), .seconds(Int64.max), .longest], [1, 2, Int.max])
    func acceptsTheLargestPeriodsAndBursts(period: Duration, burst: Int) {
        let bench = bench(1, per: period, burst: burst)
        let exchanges = (0..<3).map { _ in bench.record(get()) }
        // Sums beyond the longest duration are treated as unlimited.
        let expected = period == .longest && burst > 1 ? 3 : min(burst, 3)
        #expect(bench.transport.requests.count == expected)
        for exchange in exchanges { exchange.dispose() }
        let fast = self.bench(.max, per: period, burst: burst)
        _ = fast.record(get())
        #expect(fast.transport.requests.count == 1)
    }

    @Test func worksWithImmediateScheduler() {
        let limit = RateLimit(1, per: .seconds(60), scheduler: ImmediateScheduler.shared)
        let bench = MiddlewareBench(limit, StubTransport { _ in .text("x") })
        for _ in 0..<1_000 { #expect(bench.record(get()).response == "200 x") }
    }

    @Test func removesBucketsOfIdleServers() {
        let limiter = RateLimiter(
            TokenBucket(interval: .seconds(1), burst: 1), maxWaiting: nil, scheduler: kit.scheduler)
        for index in 0..<10_000 {
            let source = Observable<TransportEvent>.create { limiter.acquire("\(index)", $0) }
            #expect(RecordedExchange(source).isCompleted)
            kit.scheduler.advance(by: .milliseconds(100))
        }
        #expect(limiter.bucketCount <= 64)
    }

    @Test(.disabledUnderThreadSanitizer("single-threaded")) func threeHoursOfRequestsKeepRate() throws {
        let bench = bench(60, per: .seconds(60), burst: 1)
        for _ in 0..<10_800 { _ = bench.record(get()) }
        try run()
        #expect(bench.transport.requests.count == 10_800)
        #expect(kit.scheduler.now == .seconds(10_799))
    }

    @Test func concurrentDisposalsDropNoRequests() {
        let limit = RateLimit(
            20_000, per: .seconds(1), burst: 10, scheduler: ConcurrentDispatchQueueScheduler())
        let bench = MiddlewareBench(limit, StubTransport { _ in .text("x") })
        let incomplete = Log<Int>()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<100 {
                let recorder = Recorder<TransportEvent>()
                let subscription = recorder.record(bench.send(get()))
                let other = bench.send(get()).subscribe()
                if round % 3 == 0 { other.dispose() }
                if round % 7 == 0 {
                    subscription.dispose()
                } else if !recorder.waitForEnd(timeout: .seconds(30)) {
                    incomplete.append(thread)
                }
            }
        }
        #expect(incomplete.entries == [])
    }
}
