import RillHTTPTesting
import RillMiddleware
import RillTestSupport
import Testing

/// Tests that a transport that users write reports metrics and resends, also through the transports that wrap it.
@Suite struct TransportReportTests {
    private let scheduler = TestScheduler()

    /// A transport that sends each request again once, and measures both attempts.
    private struct Resending: Transport {
        let scheduler: TestScheduler
        let received: Log<HTTPRequest>
        var fields: HTTPFields = [:]
        let identity = TransportIdentity.unique()

        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            .deferred {
                received.append(request)
                let delegate = request.transportDelegate
                var metrics = TransportMetrics()
                metrics.firstByte = .milliseconds(1)
                delegate?.didMeasure(metrics)
                delegate?.willResend(after: TransportError(.closedEarly, "the connection was closed"))
                metrics.firstByte = .milliseconds(2)
                delegate?.didMeasure(metrics)
                return Observable.of(.head(HTTPResponse(status: .ok, headerFields: fields)), .chunk(Array("1".utf8)))
                    .delay(.seconds(1), scheduler: scheduler)
            }
        }
    }

    private func client(_ transport: any Transport, _ log: Log<ExchangeMetrics>) -> Client {
        var client = Client(baseURL: "https://a.example", transport: transport, scheduler: scheduler)
        client.onMetrics = { log.append($0) }
        return client
    }

    private static let wrappers: [(String, @Sendable (any Transport) -> any Transport)] = [
        ("none", { $0 }), ("caching", { $0.caching(in: ResponseCache()) }), ("coalescing", { $0.coalescing() }),
        ("both", { $0.caching(in: ResponseCache()).coalescing() }),
    ]

    @Test(arguments: wrappers.indices, [HTTPRequest.Method.get, .put])
    func clientReceivesReports(_ index: Int, _ method: HTTPRequest.Method) throws {
        let log = Log<ExchangeMetrics>()
        let transport = Self.wrappers[index].1(Resending(scheduler: scheduler, received: Log()))
        let recorder = Recorder(client(transport, log).send(Endpoint<Int>("/x", method: method)))
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values == [1])
        let attempts = try #require(log.entries.first).attempts
        #expect(attempts.map(\.metrics?.firstByte) == [.milliseconds(1), .milliseconds(2)])
        #expect(attempts.map(\.failure?.code) == [.closedEarly, nil])
        #expect(attempts.map(\.status) == [nil, .ok])
    }

    @Test func storedResponseIsAnAttemptWithoutMetrics() {
        let log = Log<ExchangeMetrics>()
        let received = Log<HTTPRequest>()
        let transport = Resending(
            scheduler: scheduler, received: received, fields: [.cacheControl: "max-age=1, stale-while-revalidate=60"])
        let client = client(transport.caching(in: ResponseCache(freshnessClock: scheduler)), log)
        for _ in 0..<3 {
            let recorder = Recorder(client.send(Endpoint<Int>("/x")))
            scheduler.advance(by: .seconds(2))
            #expect(recorder.values == [1])
        }
        #expect(log.entries.map(\.attempts.count) == [2, 1, 1])
        #expect(log.entries.dropFirst().allSatisfy { $0.attempts[0].metrics == nil && $0.attempts[0].status == .ok })
        // A revalidation in the background has no delegate.
        #expect(received.entries.map { $0.transportDelegate == nil } == [false, true, true])
    }

    @Test func subscriberThatJoinsReceivesNoReports() {
        let log = Log<ExchangeMetrics>()
        let client = client(Resending(scheduler: scheduler, received: Log()).coalescing(), log)
        let recorders = (0..<2).map { _ in Recorder(client.send(Endpoint<Int>("/x"))) }
        scheduler.advance(by: .seconds(1))
        #expect(recorders.map(\.values) == [[1], [1]])
        #expect(log.entries.map(\.attempts.count) == [2, 1])
        #expect(log.entries.map { $0.attempts.compactMap(\.metrics).count } == [2, 0])
    }

    @Test func delegateDoesNotAffectEquality() {
        let received = Log<HTTPRequest>()
        let client = client(Resending(scheduler: scheduler, received: received), Log())
        _ = (0..<2).map { _ in Recorder(client.send(Endpoint<Int>("/x"))) }
        #expect(received.entries.count == 2 && Set(received.entries).count == 1)
    }
}
