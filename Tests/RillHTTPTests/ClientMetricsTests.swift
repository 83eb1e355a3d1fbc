import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
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

    private let scheduler = TestScheduler()
    private let log = Log<ExchangeMetrics>()

    private func client(_ transport: StubTransport, middleware: [any Middleware] = []) -> Client {
        var client = makeClient(transport, scheduler, middleware: middleware)
        client.onMetrics = { [log] in log.append($0) }
        return client
    }

    private func client(middleware: [any Middleware] = [], _ handler: @escaping StubTransport.Handler) -> Client {
        client(StubTransport(scheduler: scheduler, handler), middleware: middleware)
    }

    @Test func reportsTimesOfHeadAndBody() throws {
        let client = client { _ in
            .respond(after: .seconds(1), chunks: [.init("12", after: .seconds(1)), .init("3", after: .seconds(2))])
        }
        let recorder = Recorder(client.send(Anything<Int>(query: ["token": "s3cr3t"])))
        scheduler.advance(by: .seconds(10))
        #expect(recorder.values == [123])
        #expect(log.entries.map(\.outcome) == ["success"])
        let metrics = try #require(log.entries.first)
        #expect(metrics.status == .ok)
        #expect(metrics.sent == .zero)
        #expect(metrics.byteCount == 3)
        #expect(metrics.attempts.count == 1)
        #expect(!metrics.url.contains("s3cr3t"))
        let head = try #require(metrics.head)
        let body = try #require(metrics.body)
        #expect(head < body && body == metrics.end)
        #expect(metrics.attempts.first?.duration == head)
    }

    @Test func errorListsAttempts() throws {
        let client = client(middleware: [ThreeAttempts(scheduler: scheduler)]) { _ in
            .text("later", status: .serviceUnavailable)
        }
        let recorder = Recorder(client.send(Anything<Int>()))
        scheduler.advance(by: .seconds(60))
        let error = try recorder.failure()
        #expect(error.attempts == 3)
        #expect(error.history.map(\.status) == [503, 503, 503])
        let starts = error.history.map(\.start)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= .seconds(5) && $1 - $0 < .seconds(6) })
        #expect("\(error)".contains("Attempts: 3; earlier: 503 Service Unavailable after"))
        #expect(log.entries.map(\.outcome) == ["failure: \(error)"])
        #expect(log.entries.map(\.attempts.count) == [3])
    }

    @Test func reportsDisposalOnce() throws {
        let subscription = client { _ in .never }.send(Anything<Int>()).subscribe { _ in }
        #expect(log.entries.isEmpty)
        subscription.dispose()
        #expect(log.entries.map(\.outcome) == ["disposed"])
        #expect(log.entries.flatMap { [$0.head, $0.body] } == [nil, nil])
    }

    @Test func reportsSuccessWhenDisposedAfterElement() throws {
        let client = client(StubTransport { _ in .json("1") })
        #expect(Recorder(client.send(Anything<Int>()).take(1)).values == [1])
        #expect(log.entries.map(\.outcome) == ["success"])
    }
}
