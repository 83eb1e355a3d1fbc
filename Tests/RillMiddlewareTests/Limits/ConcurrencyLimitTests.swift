import Dispatch
import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

@Suite struct ConcurrencyLimitTests {
    private let kit = TestKit()

    /// Returns a bench that responds with a head after one second, and with a chunk and completion after another
    /// second.
    private func bench(
        _ count: Int, for target: LimitTarget = .eachHost, maxWaiting: Int? = nil,
        then end: StubTransport.Response.End = .complete
    ) -> MiddlewareBench<ConcurrencyLimit> {
        MiddlewareBench(
            ConcurrencyLimit(count, for: target, maxWaiting: maxWaiting, scheduler: kit.scheduler),
            StubTransport(scheduler: kit.scheduler) { _ in
                .respond(after: .seconds(1), chunks: [.init("x", after: .seconds(1))], then: end)
            })
    }

    private func ticks(_ bench: MiddlewareBench<ConcurrencyLimit>) -> [Int?] {
        bench.transport.requests.map { $0.sent?.tick }
    }

    @Test func limitsConcurrencyAndKeepsOrder() throws {
        let bench = bench(2)
        let exchanges = (0..<5).map { bench.record(get("https://a.example/\($0)")) }
        #expect(bench.transport.requests.count == 2)
        // An exchange counts toward the limit until its body is complete.
        kit.scheduler.advance(by: .milliseconds(1_500))
        #expect(bench.transport.requests.count == 2)
        try kit.scheduler.run()
        #expect(ticks(bench) == [0, 0, 2, 2, 4])
        #expect(bench.transport.requests.map(\.path) == (0..<5).map { "/\($0)" })
        #expect(exchanges.allSatisfy { $0.response == "200 x" })
    }

    @Test func limitsEachHostOrAllHosts() throws {
        for (target, expected) in [(LimitTarget.eachHost, [0, 0, 2]), (.allHosts, [0, 2, 4])] {
            let kit = TestKit()
            let transport = StubTransport(scheduler: kit.scheduler) { _ in .text("x", after: .seconds(2)) }
            let limit = ConcurrencyLimit(1, for: target, scheduler: kit.scheduler)
            let bench = MiddlewareBench(limit, transport)
            for url in ["https://a.example/", "https://b.example/", "https://A.example:443/"] {
                _ = bench.record(get(url))
            }
            try kit.scheduler.run()
            #expect(transport.requests.map { $0.sent?.tick } == expected)
        }
    }

    @Test func errorReleasesSlot() throws {
        let bench = bench(1, then: .fail(TransportError(.closedEarly)))
        let exchanges = (0..<3).map { _ in bench.record(get()) }
        try kit.scheduler.run()
        #expect(exchanges.allSatisfy { ($0.error as? TransportError)?.code == .closedEarly && $0.text == "x" })
        #expect(ticks(bench) == [0, 2, 4])
    }

    @Test func slotIsReleasedBeforeCompletionIsDelivered() {
        let bench = bench(1)
        let log = Log<RecordedExchange>()
        let first = bench.send(get()).subscribe(onCompleted: { log.append(bench.record(get())) })
        kit.scheduler.advance(by: .seconds(2))
        #expect(first.isDisposed)
        #expect(bench.transport.requests.count == 2)
        kit.scheduler.advance(by: .seconds(2))
        #expect(log.entries.map(\.response) == ["200 x"])
    }

    @Test func slotIsReleasedBeforeResponseIsDelivered() throws {
        for status in [HTTPResponse.Status.ok, .notFound] {
            let client = makeClient(
                StubTransport { _ in .json("1", status: status) }, middleware: [ConcurrencyLimit(1, maxWaiting: 0)])
            let second = client.send(Anything<Int>())
            let both = client.send(Anything<Int>()).flatMap { _ in second }.catch { _ in second }
            let recorder = Recorder(both)
            #expect((recorder.error as? APIError)?.status == (status == .ok ? nil : status), "\(recorder.events)")
            #expect(recorder.values == (status == .ok ? [1] : []))
        }
    }

    @Test func disposalReleasesSlotOrQueuePosition() throws {
        // Disposes each request at every stage: while it waits, before its head, between head and chunk, and after its
        // end.
        for disposed in 0..<4 {
            for time in 0..<10 {
                expectNoLeaks {
                    let kit = TestKit()
                    let transport = StubTransport(scheduler: kit.scheduler) { _ in
                        .respond(after: .seconds(1), chunks: [.init("x", after: .seconds(1))])
                    }
                    let limit = ConcurrencyLimit(1, scheduler: kit.scheduler)
                    let bench = MiddlewareBench(limit, transport)
                    let exchanges = (0..<4).map { bench.record(get("https://a.example/\($0)")) }
                    kit.scheduler.advance(by: .milliseconds(time * 1_000 + 500))
                    exchanges[disposed].dispose()
                    let hasEnded = time >= 2 * (disposed + 1)
                    let wasSent = time >= 2 * disposed
                    #expect(throws: Never.self) { try kit.scheduler.run() }
                    let paths = (0..<4).filter { $0 != disposed || wasSent }.map { "/\($0)" }
                    #expect(transport.requests.map(\.path) == paths)
                    #expect(exchanges.map { $0.response == "200 x" } == (0..<4).map { $0 != disposed || hasEnded })
                    let last = hasEnded ? 8_000 : !wasSent ? 6_000 : time * 1_000 + 500 + (3 - disposed) * 2_000
                    #expect(kit.scheduler.now == .milliseconds(max(last, time * 1_000 + 500)))
                }
            }
        }
    }

    @Test func disposalBeforeScheduledStartReassignsSlot() throws {
        let bench = bench(1)
        let exchanges = (0..<4).map { _ in bench.record(get()) }
        kit.scheduler.advance(by: .milliseconds(500))
        // The slot is assigned to the next request, whose start is still scheduled.
        exchanges[0].dispose()
        exchanges[1].dispose()
        exchanges[2].dispose()
        #expect(bench.transport.requests.count == 1)
        #expect(kit.scheduler.pendingCount == 1)
        try kit.scheduler.run()
        #expect(exchanges[3].response == "200 x")
        #expect(bench.transport.requests.count == 2)
        #expect(kit.scheduler.pendingCount == 0)
    }

    @Test func newRequestDoesNotOvertakeWaitingOnes() throws {
        let bench = bench(1)
        let first = bench.record(get("https://a.example/0"))
        let second = bench.record(get("https://a.example/1"))
        first.dispose()
        let third = bench.record(get("https://a.example/2"))
        try kit.scheduler.run()
        #expect(bench.transport.requests.map(\.path) == ["/0", "/1", "/2"])
        #expect([second.response, third.response] == ["200 x", "200 x"])
    }

    @Test func failsWhenQueueIsFull() throws {
        let bench = bench(1, maxWaiting: 1)
        let exchanges = (0..<3).map { _ in bench.record(get()) }
        #expect((exchanges[2].error as? QueueFullError)?.count == 1)
        try kit.scheduler.run()
        #expect(exchanges.map(\.response) == ["200 x", "200 x", nil])
        let later = bench.record(get())
        try kit.scheduler.run()
        #expect(later.response == "200 x")
    }

    /// Each of two callers has at most one request, so that one place in the queue is enough.
    @Test func immediateResponseReleasesSlotBeforeItIsDelivered() {
        let stub = StubTransport(scheduler: kit.scheduler) { _ in .text("x", after: .seconds(1)) }
        let transport = ClosureTransport { request, body in
            request.path == "/fast" ? .of(.head(HTTPResponse(status: .ok))) : stub.send(request, body: body)
        }
        let client = Client(
            baseURL: "https://a.example", transport: transport,
            middleware: [ConcurrencyLimit(1, maxWaiting: 1, scheduler: kit.scheduler)], scheduler: kit.scheduler)
        let callers = [["/slow", "/slow", "/slow"], ["/fast", "/slow", "/slow"]].map { paths in
            Recorder(Observable.concat(paths.map { client.send(Endpoint<Void>(.path($0))) }))
        }
        kit.scheduler.advance(by: .seconds(10))
        #expect(callers.map(\.isCompleted) == [true, true])
        #expect(stub.requests.map { $0.sent?.tick } == [0, 1, 2, 3, 4])
    }

    @Test func eachSubscriptionTakesSlot() throws {
        let bench = bench(1)
        let source = bench.send(get())
        let exchanges = [RecordedExchange(source), RecordedExchange(source)]
        try kit.scheduler.run()
        #expect(exchanges.map(\.response) == ["200 x", "200 x"])
        #expect(ticks(bench) == [0, 2])
    }

    @Test(.disabledUnderThreadSanitizer("single-threaded")) func startsManyWaitingRequestsWithoutNesting() throws {
        let transport = StubTransport { _ in .text("x") }
        let limit = ConcurrencyLimit(1, scheduler: kit.scheduler)
        let gate = PublishSubject<TransportEvent>()
        let blocking = RecordedExchange(
            limit.intercept(get(), body: nil, next: Next { _, _, _ in gate.asObservable() }))
        let count = Log<Int>()
        let next = Next { request, body, _ in transport.send(request, body: body) }
        for _ in 0..<20_000 {
            _ = limit.intercept(get(), body: nil, next: next).subscribe(onCompleted: { count.append(1) })
        }
        gate.onCompleted()
        #expect(blocking.isCompleted)
        try kit.scheduler.run()
        #expect(count.entries.count == 20_000)
    }

    @Test func propagatesBackPressure() {
        let produced = Log<Int>()
        let next = Next { _, _, _ in
            .unfold(0) { index in
                produced.append(index)
                return index < 1_000 ? (index == 0 ? .head(HTTPResponse(status: .ok)) : .chunk([1]), index + 1) : nil
            }
        }
        let limit = ConcurrencyLimit(1, scheduler: kit.scheduler)
        let rate = RateLimit(1, per: .seconds(1), scheduler: kit.scheduler)
        let both = Next { request, body, _ in rate.intercept(request, body: body, next: next) }
        let exchange = RecordedExchange(
            limit.intercept(get(), body: nil, next: both).observeOn(kit.scheduler, bufferSize: 8))
        #expect(produced.entries.count < 20)
        kit.scheduler.advance(by: .zero)
        #expect(exchange.chunks.count == 999)
    }

    @Test func concurrentDisposalsLeakNoSlots() {
        let running = ConcurrencyCounter()
        let limit = ConcurrencyLimit(3, scheduler: ConcurrentDispatchQueueScheduler())
        let queue = ConcurrentDispatchQueueScheduler()
        // The disposed exchanges never end on their own. Otherwise, an exchange could end during its disposal, before
        // it decrements the counter.
        let next = Next { request, _, _ in
            .using {
                running.enter()
            } _: { _ in
                request.method == .get
                    ? .of(.head(HTTPResponse(status: .ok)), .chunk([1])).observeOn(queue) : .never()
            } release: { _ in
                running.leave()
            }
        }
        let endless = makeRequest(.head, "https://a.example/x")
        let incomplete = Log<Int>()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<150 {
                let recorder = Recorder<TransportEvent>()
                let first = limit.intercept(endless, body: nil, next: next).subscribe()
                recorder.record(limit.intercept(get(), body: nil, next: next))
                let second = limit.intercept(endless, body: nil, next: next).subscribe()
                first.dispose()
                second.dispose()
                if !recorder.waitForEnd(timeout: .seconds(30)) { incomplete.append(thread) }
            }
        }
        #expect(incomplete.entries == [])
        #expect(running.most <= 3)
        let last = Recorder<TransportEvent>()
        last.record(limit.intercept(get(), body: nil, next: next))
        #expect(last.waitForEnd(timeout: .seconds(30)))
    }

    /// A counter of concurrent exchanges.
    private final class ConcurrencyCounter: @unchecked Sendable {  // guarded by `lock`
        private let lock = Lock()
        private var count = 0
        private var highest = 0

        var most: Int { lock.withLock { highest } }

        func enter() {
            lock.withLock {
                count += 1
                highest = max(highest, count)
            }
        }

        func leave() {
            lock.withLock { count -= 1 }
        }
    }
}
