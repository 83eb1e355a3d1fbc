import Foundation
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests the exchanges that a registry of active subscriptions and a ledger list.
@Suite struct ActiveExchangesTests {
    private let registry = ActiveSubscriptions()
    private let base = "https://qiita.com/api/v2"

    /// Subscribes to a request that receives no response.
    private func watch(_ request: Anything<Int> = Anything<Int>()) -> Disposable {
        registry.watch { makeClient(StubTransport { _ in .never }).send(request).subscribe { _ in } }
    }

    @Test func listsExchangeUntilDisposal() {
        let subscription = watch()
        #expect(registry.entries.map(\.kind) == [.subscription, .exchange])
        #expect(registry.entries.last?.description == "GET \(base)/anything")
        subscription.dispose()
        #expect(registry.isEmpty)
    }

    @Test func listsOneExchangeForAllAttempts() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { request in
            request.number == 0 ? .status(.serviceUnavailable) : .never
        }
        let retry = Retry(.constantBackoff(attempts: 2, delay: .seconds(1)), scheduler: scheduler)
        let client = makeClient(transport, middleware: [retry])
        let subscription = registry.watch { client.send(Anything<Int>()).subscribe { _ in } }
        scheduler.advance(by: .milliseconds(500))
        #expect(Set(registry.entries.map(\.kind)) == [.subscription, .exchange, .timer])
        scheduler.advance(by: .seconds(1))
        #expect(transport.requests.count == 2)
        #expect(registry.entries.map(\.kind) == [.subscription, .exchange])
        subscription.dispose()
    }

    @Test func exchangeEndsWhenValueIsDelivered() {
        let client = makeClient(StubTransport { _ in .json("1") })
        let subject = PublishSubject<Int>()
        let stream = client.send(Anything<Int>()).concat(subject.asObservable())
        let subscription = registry.watch { stream.subscribe { _ in } }
        #expect(registry.entries.map(\.kind) == [.subscription])
        #expect(registry.entries.map(\.elementCount) == [1])
        subscription.dispose()
    }

    @Test func listsExchangesOfConcurrentRequests() {
        let client = makeClient(StubTransport { _ in .never })
        let stream = Observable.of(1, 2, 3).flatMap { _ in client.send(Anything<Int>()) }
        let subscription = registry.watch { stream.subscribe { _ in } }
        #expect(registry.entries.count { $0.kind == .exchange } == 3)
        subscription.dispose()
        #expect(registry.entries.isEmpty)
    }

    @Test func redactsURL() {
        let subscription = watch(Anything<Int>(query: ["token": "sg-77b2"]))
        #expect("\(registry)".hasSuffix("GET \(base)/anything?token=<redacted>"))
        subscription.dispose()
    }

    @Test func ledgerReportsExchangeOfRealTransport() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        let server = try LoopbackServer { _ in
            arrived.continuation.finish()
            return .stall
        }
        defer { server.stop() }
        let ledger = Ledger()
        let client = Client(baseURL: server.baseURL)
        let subscription = ledger.watch { client.send(Anything<Int>()).subscribe { _ in } }
        for await _ in arrived.stream {}
        let report = try #require(ledger.leakReport)
        #expect(report.hasPrefix("1 subscription is open:\n"))
        #expect(report.hasSuffix("\n1 request is in flight:\n    GET \(server.baseURL)/anything"))
        subscription.dispose()
        #expect(await ledger.waitUntilClosed())
        #expect(ledger.leakReport == nil)
    }

    @Test func requestsOfStubTransportReplaceOnlyItsOwnExchanges() throws {
        let ledger = Ledger()
        // Like a real transport, a stub that was created elsewhere does not report its requests to the ledger.
        let other = makeClient(StubTransport { _ in .never })
        let subscriptions = ledger.watch {
            let client = makeClient(StubTransport { _ in .never })
            return [client, other].map { $0.send(Anything<Int>()).subscribe { _ in } }
        }
        let requests = ledger.entries.filter { $0.kind == .request }.map(\.description)
        #expect(requests.count == 2 && requests.last == "GET \(base)/anything")
        for subscription in subscriptions { subscription.dispose() }
        #expect(ledger.leakReport == nil)
    }

    @Test func exchangesHaveContextOfTheirStream() {
        let client = makeClient(StubTransport { _ in .never })
        let stream = Observable.of("1", "2").flatMap { client.send(Anything<Int>()).context(\.number, $0) }
        let subscription = registry.watch { stream.subscribe { _ in } }
        #expect(registry.entries.map(\.context) == ["number 1", "number 1", "number 2"])
        subscription.dispose()
    }

    @Test func ledgerWaitsForRealTransport() async throws {
        let server = try LoopbackServer { _ in .json("1") }
        defer { server.stop() }
        let ledger = Ledger()
        let client = Client(baseURL: server.baseURL)
        ledger.watch { _ = client.send(Anything<Int>()).subscribe { _ in } }
        #expect(await ledger.waitUntilClosed())
        #expect(ledger.leakReport == nil)
    }
}

private enum NumberKey: StreamContextKey {
    static let defaultValue: String? = nil
    static func debugText(for value: String?) -> String? { value.map { "number \($0)" } }
}

extension StreamContext {
    fileprivate var number: String? {
        get { self[NumberKey.self] }
        set { self[NumberKey.self] = newValue }
    }
}
