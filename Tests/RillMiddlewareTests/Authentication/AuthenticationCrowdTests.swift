import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

/// A thousand concurrent requests with an expired token.
@Suite struct AuthenticationCrowdTests {
    /// Sends a thousand requests in virtual time.
    ///
    /// They are rejected before, during and after the first refresh.
    private func sendAThousand(isGood: Bool) -> (stage: AuthenticationStage, recorders: [Recorder<Int>]) {
        let stage = AuthenticationStage(
            reject: { .status(.unauthorized, after: .milliseconds($0.number * 7_919 % 1_000)) },
            renew: { _ in
                isGood ? .json("1", after: .milliseconds(300)) : .status(.badRequest, after: .milliseconds(300))
            })
        let recorders = (0..<1_000).map { stage.send($0) }
        stage.scheduler.advance(by: .seconds(9))
        return (stage, recorders)
    }

    @Test func refreshesOnce() {
        let (stage, recorders) = sendAThousand(isGood: true)
        #expect(recorders.allSatisfy { $0.hasSingleElement })
        #expect(stage.renewals == ["0"])
        #expect(stage.tokens.count == 2_000)
    }

    @Test func failedRefreshFailsAllRequests() throws {
        let (stage, recorders) = sendAThousand(isGood: false)
        for recorder in recorders { #expect(try recorder.failure().url.hasSuffix("/token")) }
        #expect(stage.renewals == ["0"])
        #expect(stage.tokens.count == 1_000)
    }

    // MARK: Concurrent dispatch queues

    /// A server that accepts one token at a time and responds on any thread, with or without a delay.
    private final class Server: Transport {
        private let queue = ConcurrentDispatchQueueScheduler()
        private let good = AtomicNumber(1)
        let renewals = AtomicNumber(0)
        let rejections = AtomicNumber(0)

        func expire() { good.add(1) }

        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            .deferred { [self] in
                let isRenewal = request.path?.hasSuffix("/token") == true
                let isGood = isRenewal || request.headerFields[.authorization] == "Bearer \(good.value)"
                if isRenewal { renewals.add(1) } else if !isGood { rejections.add(1) }
                let text = isRenewal ? "\(good.value)" : "7"
                let events: [TransportEvent] = [
                    .head(HTTPResponse(status: isGood ? .ok : .unauthorized)), .chunk(Array(text.utf8)),
                ]
                let delay = Duration.microseconds(rejections.value % 3 * 50)
                return Observable<Int>.timer(delay, scheduler: queue).flatMap { _ in .from(events) }
            }
        }
    }

    private func makeClient(_ server: Server) -> (client: Client, refresher: CredentialRefresher<Int>) {
        let plain = Client(baseURL: AuthenticationStage.base, transport: server)
        let refresher = CredentialRefresher(0) { _ in plain.send(Anything<Int>(path: "/token")) }
        let authentication = Authentication.bearer(refresher, for: AuthenticationStage.base) { "\($0)" }
        return (
            Client(baseURL: AuthenticationStage.base, transport: server, middleware: [authentication]), refresher
        )
    }

    /// Sends requests from several threads.
    private func send(_ count: Int, _ client: Client) -> Observable<[Int]> {
        let queue = ConcurrentDispatchQueueScheduler()
        return Observable.from(0..<count)
            .flatMap { _ in client.send(Anything<Int>()).subscribeOn(queue) }
            .toArray()
    }

    @Test func refreshesOnceOnConcurrentQueues() async throws {
        let server = Server()
        let (client, refresher) = makeClient(server)
        for generation in 1...5 {
            let values = try await send(1_000, client).firstValue()
            #expect(values == Array(repeating: 7, count: 1_000))
            #expect(server.renewals.value == generation)
            #expect(refresher.credential == generation)
            server.expire()
        }
        #expect(server.rejections.value >= 5)
    }

    @Test func handlesDisposalsOnConcurrentQueues() async throws {
        let server = Server()
        let (client, _) = makeClient(server)
        for round in 0..<200 {
            let disposed = (0..<8).map { _ in
                client.send(Anything<Int>()).subscribe(onNext: { _ in }, onError: { _ in })
            }
            async let values = send(4, client).firstValue()
            for (number, subscription) in disposed.enumerated() where number != round % 8 { subscription.dispose() }
            #expect(try await values == [7, 7, 7, 7])
            server.expire()
        }
        #expect(server.renewals.value >= 200)
    }
}

/// A thread-safe counter.
private final class AtomicNumber: @unchecked Sendable {  // guarded by `lock`
    private let lock = Lock()
    private var number: Int

    init(_ number: Int) {
        self.number = number
    }

    var value: Int { lock.withLock { number } }

    func add(_ more: Int) {
        lock.withLock { number += more }
    }
}
