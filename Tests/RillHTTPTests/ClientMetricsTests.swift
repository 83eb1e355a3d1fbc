import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Tests the metrics of exchanges and the attempts listed in errors.
@Suite struct ClientMetricsTests {
    /// A middleware that sends each request up to three times.
    private struct ThreeAttempts: Middleware {
        let scheduler: TestScheduler

        func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
            @Sendable func attempt(_ number: Int) -> Observable<TransportEvent> {
                next.attempt(number)(request, body).interceptHead { head in
                    guard head.status == .serviceUnavailable, number < 3 else { return nil }
                    return attempt(number + 1).delaySubscription(.seconds(5), scheduler: scheduler)
                }
            }
            return attempt(1)
        }
    }

    private func client(_ transport: StubTransport, _ scheduler: TestScheduler, _ log: Log<ExchangeMetrics>) -> Client {
        var client = makeClient(transport)
        client.scheduler = scheduler
        client.onMetrics = { log.append($0) }
        return client
    }

    @Test func reportsTimesOfHeadAndBody() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in
            .respond(after: .seconds(1), chunks: [.init("12", after: .seconds(1)), .init("3", after: .seconds(2))])
        }
        let log = Log<ExchangeMetrics>()
        let recorder = Recorder(client(transport, scheduler, log).send(Anything<Int>(query: ["token": "s3cr3t"])))
        scheduler.advance(by: .seconds(10))
        #expect(recorder.values == [123])
        let metrics = try #require(log.entries.first)
        #expect(log.entries.count == 1)
        #expect(metrics.status == .ok)
        #expect(metrics.byteCount == 3)
        #expect(metrics.sent == .zero)
        #expect(metrics.attempts.count == 1)
        #expect(!metrics.url.contains("s3cr3t"))
        let head = try #require(metrics.head)
        let body = try #require(metrics.body)
        #expect(head < body && body == metrics.end)
        #expect(metrics.attempts.first?.duration == head)
        guard case .success = metrics.result else {
            Issue.record("unexpected result: \(String(describing: metrics.result))")
            return
        }
    }

    @Test func errorListsAttempts() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .text("later", status: .serviceUnavailable) }
        let log = Log<ExchangeMetrics>()
        var client = client(transport, scheduler, log)
        client.middleware = [ThreeAttempts(scheduler: scheduler)]
        let recorder = Recorder(client.send(Anything<Int>()))
        scheduler.advance(by: .seconds(60))
        let error = try recorder.failure()
        #expect(error.attempts == 3)
        #expect(error.history.map(\.status) == [503, 503, 503])
        let starts = error.history.map(\.start)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= .seconds(5) && $1 - $0 < .seconds(6) })
        #expect("\(error)".contains("Attempts: 3; earlier: 503 Service Unavailable after"))
        let metrics = try #require(log.entries.first)
        #expect(log.entries.count == 1 && metrics.attempts.count == 3)
        guard case .failure(let reported) = metrics.result else {
            Issue.record("unexpected result: \(String(describing: metrics.result))")
            return
        }
        #expect("\(reported)" == "\(error)")
    }

    @Test func reportsDisposalOnce() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .never }
        let log = Log<ExchangeMetrics>()
        let subscription = client(transport, scheduler, log).send(Anything<Int>()).subscribe { _ in }
        #expect(log.entries.isEmpty)
        subscription.dispose()
        let metrics = try #require(log.entries.first)
        #expect(log.entries.count == 1 && metrics.head == nil && metrics.body == nil)
        guard metrics.result == nil else {
            Issue.record("unexpected result: \(String(describing: metrics.result))")
            return
        }
    }

    @Test func reportsSuccessWhenDisposedAfterElement() throws {
        let log = Log<ExchangeMetrics>()
        let scheduler = TestScheduler()
        let client = client(StubTransport { _ in .json("1") }, scheduler, log)
        #expect(Recorder(client.send(Anything<Int>()).take(1)).values == [1])
        let results = log.entries.map(\.result)
        #expect(results.count == 1)
        if case .success?? = results.first {} else { Issue.record("unexpected results: \(results)") }
    }
}
