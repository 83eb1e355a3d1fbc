import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Credentials with a known lifetime.
@Suite struct AuthenticationExpiryTests {
    private struct Token: Sendable, Hashable {
        var number: Int
        var lifetime: Duration?
    }

    private let scheduler = TestScheduler()
    private let renewals = Log<Duration>()

    private func makeRefresher(
        _ lifetimes: [Duration?], margin: Duration = .seconds(30), fails: Bool = false
    ) -> CredentialRefresher<Token> {
        CredentialRefresher(
            Token(number: 0, lifetime: lifetimes[0]), lifetime: \.lifetime, margin: margin, scheduler: scheduler
        ) { [scheduler, renewals] old in
            renewals.append(scheduler.now)
            if fails { throw TestError("down") }
            return .just(Token(number: old.number + 1, lifetime: lifetimes[min(old.number + 1, lifetimes.count - 1)]))
        }
    }

    private func send(
        _ refresher: CredentialRefresher<Token>, status: HTTPResponse.Status = .ok
    ) -> (recorder: Recorder<Int>, tokens: [String?]) {
        let transport = StubTransport { _ in .json("7", status: status) }
        let authentication = Authentication.bearer(refresher, for: AuthenticationStage.base) { "\($0.number)" }
        let recorder = Recorder(makeClient(transport, middleware: [authentication]).send(Anything<Int>()))
        return (recorder, transport.requests.map { $0.headerFields[.authorization] })
    }

    @Test func refreshesBeforeExpiration() {
        let refresher = makeRefresher([.seconds(100)])
        for (seconds, number) in [(69, 0), (1, 1), (0, 1), (70, 2)] {
            scheduler.advance(by: .seconds(seconds))
            #expect(send(refresher).tokens == ["Bearer \(number)"], "after \(seconds) s")
        }
        #expect(renewals.entries == [.seconds(70), .seconds(140)])
    }

    @Test func validReturnsCurrentCredentialsWithoutRequest() {
        let refresher = makeRefresher([.seconds(100)])
        scheduler.advance(by: .seconds(69))
        #expect(Recorder(refresher.valid()).values.map(\.number) == [0])
        scheduler.advance(by: .seconds(1))
        let valid = refresher.valid()
        #expect(renewals.entries.isEmpty)
        #expect(Recorder(valid).values.map(\.number) == [1])
        #expect(Recorder(valid).values.map(\.number) == [1])
        #expect(send(refresher).tokens == ["Bearer 1"])
        #expect(renewals.entries == [.seconds(70)])
    }

    @Test func validAndRequestsShareFirstSignIn() throws {
        let transport = StubTransport(scheduler: scheduler) { request in
            .json(request.path.hasSuffix("/token") ? "5" : "7", after: .seconds(1))
        }
        let plain = makeClient(transport)
        let refresher = CredentialRefresher<Int>(scheduler: scheduler) { plain.send(Anything<Int>(path: "/token")) }
        let recorder = Recorder(makeClient(transport, bearing: refresher).send(Anything<Int>()))
        let valid = Recorder(refresher.valid())
        scheduler.advance(by: .seconds(1))
        #expect(valid.values == [5])
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values == [7])
        #expect(transport.requests.count == 2)
    }

    @Test func validFailsWhenExpiredAndRefreshFails() throws {
        let refresher = makeRefresher([.seconds(100)], fails: true)
        scheduler.advance(by: .seconds(99))
        // The token is valid for another second.
        #expect(Recorder(refresher.valid()).values.map(\.number) == [0])
        scheduler.advance(by: .seconds(1))
        let valid = Recorder(refresher.valid())
        #expect(valid.values.isEmpty)
        #expect(valid.events.last?.error is TestError)
    }

    @Test func limitsMarginToHalfOfLifetime() {
        let refresher = makeRefresher([.seconds(20)])
        for _ in 0..<10 {
            _ = send(refresher)
            scheduler.advance(by: .seconds(1))
        }
        #expect(renewals.entries.isEmpty)
        _ = send(refresher)
        #expect(renewals.entries == [.seconds(10)])
    }

    @Test func refreshesInitiallyExpiredCredentialsBeforeUse() {
        for lifetime in [Duration.zero, .seconds(-5), .seconds(Int64.min)] {
            #expect(send(makeRefresher([lifetime, nil])).tokens == ["Bearer 1"])
        }
    }

    @Test func ignoresLifetimeOfExpiredNewCredentials() {
        let refresher = makeRefresher([.seconds(100), .seconds(-5)])
        scheduler.advance(by: .seconds(100))
        for _ in 0..<3 { #expect(send(refresher).tokens == ["Bearer 1"]) }
        #expect(renewals.entries.count == 1)
        #expect(send(refresher, status: .unauthorized).tokens == ["Bearer 1", "Bearer 2"])
    }

    @Test func acceptsMaximumLifetime() {
        let refresher = makeRefresher([.seconds(Int64.max)], margin: .seconds(Int64.max))
        #expect(send(refresher).tokens == ["Bearer 0"])
    }

    @Test func usesValidCredentialsWhenRefreshFails() throws {
        let refresher = makeRefresher([.seconds(100)], fails: true)
        scheduler.advance(by: .seconds(99))
        #expect(send(refresher).tokens == ["Bearer 0"])
        #expect(renewals.entries.count == 1)
        scheduler.advance(by: .seconds(1))
        let (recorder, tokens) = send(refresher)
        #expect(try recorder.failure().underlying as? TestError == TestError("down"))
        #expect(tokens.isEmpty)
    }

    @Test func concurrentRequestsRefreshExpiringTokenOnce() {
        let stage = AuthenticationStage(lifetime: .seconds(100))
        stage.scheduler.advance(by: .seconds(80))
        let recorders = (0..<50).map { stage.send($0) }
        stage.scheduler.advance(by: .seconds(1))
        #expect(recorders.allSatisfy { $0.hasSingleElement })
        #expect(stage.renewals == ["0"])
        #expect(stage.tokens == Array(repeating: "Bearer 1", count: 50))
    }

    @Test func requestWithOwnCredentialsDoesNotWait() {
        let stage = AuthenticationStage(lifetime: .zero)
        var request = stage.request()
        request.headerFields = [.authorization: "Basic own"]
        let recorder = Recorder(stage.client.send(request))
        stage.scheduler.advance(by: .zero)
        #expect(recorder.hasSingleElement)
        #expect(stage.renewals.isEmpty)
    }

    // MARK: Initial sign-in

    @Test func firstRequestsShareSignIn() {
        let signIns = Log<Void>()
        let subject = PublishSubject<Int>()
        let refresher = CredentialRefresher<Int> {
            signIns.append(())
            return subject.asObservable()
        }
        let transport = StubTransport {
            $0.headerFields[.authorization] == "Bearer 5" ? .status(.unauthorized) : .json("7")
        }
        let client = makeClient(transport, bearing: refresher)
        let recorders = (0..<3).map { _ in Recorder(client.send(Anything<Int>())) }
        #expect(refresher.credential == nil)
        #expect(transport.requests.isEmpty)
        subject.onNext(4)
        #expect(recorders.allSatisfy { $0.hasSingleElement })
        #expect(transport.requests.map { $0.headerFields[.authorization] } == Array(repeating: "Bearer 4", count: 3))
        #expect(signIns.entries.count == 1)
        refresher.replace(with: 5)
        let later = Recorder(client.send(Anything<Int>()))
        #expect(signIns.entries.count == 2)
        subject.onNext(6)
        #expect(later.hasSingleElement)
    }

    @Test func sendsNothingWhenSignInFails() throws {
        let refresher = CredentialRefresher<Int> { throw TestError("wrong password") }
        let transport = StubTransport { _ in .json("7") }
        let client = makeClient(transport, bearing: refresher)
        for _ in 0..<2 {
            let error = try Recorder(client.send(Anything<Int>())).failure()
            #expect(error.underlying as? TestError == TestError("wrong password"))
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func forgottenCredentialsMustBeReplaced() throws {
        let tokens = CredentialRefresher("a") { .just($0 + "b") }
        tokens.forget("a")
        #expect(tokens.credential == nil)
        let error = try #require(Recorder(tokens.valid()).error as? TransportError)
        #expect(error.text == "the credentials were forgotten. Pass new ones to replace(with:)")
        tokens.replace(with: "c")
        #expect(Recorder(tokens.valid()).values == ["c"])
    }

    @Test func abandonedRefreshIsNotContinuedWithForgottenCredentials() {
        let seen = Log<String?>()
        let tokens = CredentialRefresher(
            "a", lifetime: { _ in .seconds(1) }, scheduler: scheduler, onRenewal: { _ in },
            refresh: { old in
                seen.append(old)
                return old == nil ? .just("new") : .never()
            })
        scheduler.advance(by: .seconds(1))
        tokens.valid().subscribe(onNext: { _ in }).dispose()
        tokens.forget("a")
        #expect(Recorder(tokens.valid()).values == ["new"])
        #expect(seen.entries == ["a", nil])
    }

    @Test func requestObtainsCredentialsIfNewerOnesAreForgotten() throws {
        let seen = Log<String?>()
        let tokens = CredentialRefresher<String>(
            "a", onRenewal: { _ in },
            refresh: { old in
                seen.append(old)
                return .just("new")
            })
        let transport = StubTransport { request in
            guard request.number == 0 else { return .json("7") }
            tokens.replace(with: "b")
            tokens.forget("b")
            return .status(.unauthorized)
        }
        let recorder = Recorder(makeClient(transport, bearing: tokens).send(Anything<Int>()))
        #expect(recorder.values == [7])
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Bearer a", "Bearer new"])
        #expect(seen.entries == [nil])
    }
}
