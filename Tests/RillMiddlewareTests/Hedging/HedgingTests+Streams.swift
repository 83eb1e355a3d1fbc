import Dispatch
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import RillTesting
import Testing

/// Streams, cancellation, and metrics.
extension HedgingTests {
    @Test func winnerIsPausedWithItsSubscriber() async throws {
        let gate = LoopbackServer.Gate()
        let count = Log<Void>()
        let server = try LoopbackServer { _ in
            count.append(()).count == 1
                ? .steps([.wait(for: gate), .head(), .finish()]) : .pattern(byteCount: 1 << 24)
        }
        defer {
            gate.open()
            server.stop()
        }
        let client = Client(baseURL: server.baseURL, middleware: [Hedging(after: .fixed(.milliseconds(1)))])
        var received = 0
        for try await chunk in client.stream(Endpoint<Void>("/"), as: .chunks).values {
            if received == 0 {
                try await server.waitForRequests(2)
                #expect(server.bodyBytesWritten < 1 << 24)
            }
            received += chunk.count
        }
        #expect(received == 1 << 24)
    }

    @Test func disposalCancelsAllAttempts() {
        for time in [1, 3] {
            expectNoLeaks {
                let scheduler = TestScheduler()
                let transport = StubTransport(scheduler: scheduler) { _ in .never }
                let bench = MiddlewareBench(Hedging(after: .fixed(.seconds(2)), scheduler: scheduler), transport)
                let exchange = bench.record(get())
                scheduler.advance(by: .seconds(time))
                exchange.dispose()
                #expect(transport.requests.count == (time == 1 ? 1 : 2))
                #expect(transport.requests.allSatisfy { $0.isCancelled })
                #expect(scheduler.pendingCount == 0)
            }
        }
    }

    @Test func metricsContainBothAttempts() throws {
        let metrics = Log<ExchangeMetrics>()
        let transport = StubTransport(scheduler: scheduler) { $0.number == 0 ? .never : .json("7", after: .seconds(1)) }
        var client = makeClient(transport, middleware: [hedging()])
        client.scheduler = scheduler
        client.onMetrics = { metrics.append($0) }
        let recorder = Recorder(client.send(Anything<Int>()))
        try scheduler.run()
        #expect(recorder.values == [7])
        let attempts = try #require(metrics.entries.first?.attempts)
        #expect(attempts.map(\.start) == [.zero, .seconds(2)])
        #expect(attempts.map(\.status) == [nil, .ok])
    }

    @Test func retriesAfterAllAttemptsHaveFailed() throws {
        let transport = StubTransport(scheduler: scheduler) {
            $0.number < 2 ? .status(.serviceUnavailable, after: .seconds(3)) : .json("7")
        }
        let client = makeClient(
            transport,
            middleware: [Retry(.constantBackoff(attempts: 2, delay: .seconds(1)), scheduler: scheduler), hedging()])
        let recorder = Recorder(client.send(Anything<Int>()))
        try scheduler.run()
        #expect(recorder.values == [7])
        #expect(transport.requests.map { $0.sent?.tick } == [0, 2, 6])
    }

    @Test func concurrentResponsesDeliverOneHead() {
        for _ in 0..<200 {
            let transport = StubTransport(scheduler: ConcurrentDispatchQueueScheduler()) { _ in
                .text("a", after: .milliseconds(1))
            }
            let bench = MiddlewareBench(Hedging(after: .fixed(.microseconds(500))), transport)
            let (recorder, _) = bench.send(get()).record()
            #expect(recorder.waitForEnd(timeout: .seconds(60)))
            #expect(recorder.isCompleted)
            #expect(recorder.values.count == 2)
        }
    }
}
