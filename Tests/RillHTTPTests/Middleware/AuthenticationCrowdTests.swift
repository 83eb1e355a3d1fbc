import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import Testing

/// A thousand requests that meet an expired token.
@Suite struct AuthenticationCrowdTests {
    /// Sends a thousand requests in virtual time, which are refused before, while and after the first renewal runs.
    private func sendAThousand(isGood: Bool) -> (stage: AuthenticationStage, answers: [Recording<Int>]) {
        let stage = AuthenticationStage(
            refuse: { .status(.unauthorized, after: .milliseconds($0.number * 7_919 % 1_000)) },
            renew: { _ in
                isGood ? .json("1", after: .milliseconds(300)) : .status(.badRequest, after: .milliseconds(300))
            })
        let answers = (0..<1_000).map { stage.send($0) }
        stage.scheduler.advance(by: .seconds(9))
        return (stage, answers)
    }

    @Test func renewsOnce() {
        let (stage, answers) = sendAThousand(isGood: true)
        #expect(answers.allSatisfy { $0.isComplete })
        #expect(stage.renewals == ["0"])
        #expect(stage.tokens.count == 2_000)
    }

    @Test func failsOnce() throws {
        let (stage, answers) = sendAThousand(isGood: false)
        for answer in answers { #expect(try answer.failure().url.hasSuffix("/token")) }
        #expect(stage.renewals == ["0"])
        #expect(stage.tokens.count == 1_000)
    }

    // MARK: On real queues

    /// Takes one token at a time, and answers on whichever thread, after a moment or at once.
    private final class Server: Transport {
        private let queue = ConcurrentDispatchQueueScheduler()
        private let good = AtomicNumber(1)
        let renewals = AtomicNumber(0)
        let refusals = AtomicNumber(0)

        func expire() { good.add(1) }

        func send(_ request: HTTPRequest, body: HTTPBody?) -> Observable<TransportEvent> {
            .deferred { [self] in
                let isRenewal = request.path?.hasSuffix("/token") == true
                let isGood = isRenewal || request.headerFields[.authorization] == "Bearer \(good.value)"
                if isRenewal { renewals.add(1) } else if !isGood { refusals.add(1) }
                let text = isRenewal ? "\(good.value)" : "7"
                let events: [TransportEvent] = [
                    .head(HTTPResponse(status: isGood ? .ok : .unauthorized)), .chunk(Array(text.utf8)),
                ]
                let moment = Duration.microseconds(refusals.value % 3 * 50)
                return Observable<Int>.timer(moment, scheduler: queue).flatMap { _ in .from(events) }
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

    /// Sends from several threads.
    private func send(_ count: Int, _ client: Client) -> Observable<[Int]> {
        let queue = ConcurrentDispatchQueueScheduler()
        return Observable.from(0..<count)
            .flatMap { _ in client.send(Anything<Int>()).subscribeOn(queue) }
            .toArray()
    }

    @Test func renewsOnceOnRealQueues() async throws {
        let server = Server()
        let (client, refresher) = makeClient(server)
        for generation in 1...5 {
            let answers = try await send(1_000, client).firstValue()
            #expect(answers == Array(repeating: 7, count: 1_000))
            #expect(server.renewals.value == generation)
            #expect(refresher.credential == generation)
            server.expire()
        }
        #expect(server.refusals.value >= 5)
    }

    @Test func bearsThoseWhoLeaveOnRealQueues() async throws {
        let server = Server()
        let (client, _) = makeClient(server)
        for round in 0..<200 {
            let leaving = (0..<8).map { _ in client.send(Anything<Int>()).subscribe(onNext: { _ in }, onError: { _ in })
            }
            async let answers = send(4, client).firstValue()
            for (number, subscription) in leaving.enumerated() where number != round % 8 { subscription.dispose() }
            #expect(try await answers == [7, 7, 7, 7])
            server.expire()
        }
        #expect(server.renewals.value >= 200)
    }
}

/// A number that several threads count up.
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
