import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct AuthenticationRefreshTests {
    @Test func refreshesOnceAndRetriesRequest() {
        let stage = AuthenticationStage()
        let recorder = stage.send()
        stage.scheduler.advance(by: .zero)
        #expect(stage.renewals == ["0"])
        #expect(recorder.events.isEmpty)
        stage.scheduler.advance(by: .seconds(1))
        #expect(recorder.events == [.next(7), .completed])
        #expect(stage.tokens == ["Bearer 0", "Bearer 1"])
        #expect(stage.refresher.credential == 1)
        let later = stage.send()
        stage.scheduler.advance(by: .zero)
        #expect(later.hasSingleElement)
        #expect(stage.renewals.count == 1)
    }

    @Test func resendsBodyFromStart() {
        let stage = AuthenticationStage()
        var request = stage.request()
        request.method = .post
        let chunks = Observable.of([UInt8]("ab".utf8), [UInt8]("cd".utf8))
        for body in [HTTPBody("abcd"), .stream(chunks), .stream(chunks, count: 4)] {
            request.body = body
            _ = Recorder(stage.client.send(request))
            stage.scheduler.advance(by: .seconds(1))
            stage.refresher.replace(with: 0)
        }
        let bodies = stage.transport.requests.filter { $0.path.hasSuffix("/0") }.map(\.bodyText)
        #expect(bodies == ["abcd", "abcd", "abcd", "abcd", "abcd", "abcd"])
    }

    @Test func retryIncreasesAttemptNumber() throws {
        let attempts = Log<Int>()
        let refresher = CredentialRefresher(0) { .just($0 + 1) }
        let authentication = Authentication.bearer(refresher, for: AuthenticationStage.base) { "\($0)" }
        let next = Next(attempt: 3) { _, _, attempt in
            attempts.append(attempt)
            return .just(.head(HTTPResponse(status: attempt == 3 ? .unauthorized : .ok)))
        }
        let request = HTTPRequest(method: .get, scheme: "https", authority: "qiita.com", path: "/")
        let recorder = Recorder(try authentication.intercept(request, body: nil, next: next))
        #expect(recorder.values == [.head(HTTPResponse(status: .ok))])
        #expect(attempts.entries == [3, 4])
    }

    @Test func passesSecondRejectionToCaller() throws {
        let stage = AuthenticationStage(
            reject: { _ in .json(#"{"message": "No", "type": "unauthorized"}"#, status: .unauthorized) },
            renew: { _ in .json("0", after: .seconds(1)) })
        let recorder = stage.send()
        stage.scheduler.advance(by: .seconds(1))
        let error = try recorder.failure()
        #expect(error.stage == .status)
        #expect(error.underlying as? ServiceError == ServiceError(message: "No", type: "unauthorized"))
        #expect(stage.tokens == ["Bearer 0", "Bearer 0"])
        #expect(stage.renewals == ["0"])
    }

    @Test func usesCustomExpirationCheck() {
        let transport = StubTransport {
            $0.headerFields[.authorization] == "Bearer 0" ? .status(.forbidden) : .json("7")
        }
        let refresher = CredentialRefresher(0) { .just($0 + 1) }
        let authentication = Authentication(
            refresher, for: AuthenticationStage.base, isExpired: { $0.status == .forbidden },
            apply: { $1.headerFields[.authorization] = "Bearer \($0)" })
        #expect(Recorder(makeClient(transport, middleware: [authentication]).send(Anything<Int>())).hasSingleElement)
        #expect(transport.requests.count == 2)
    }

    @Test func ignoresResponsesToOtherCredentials() throws {
        let stage = AuthenticationStage()
        let rejecting = StubTransport { _ in .status(.unauthorized) }
        var own = stage.request()
        own.headerFields = [.authorization: "Basic own"]
        var elsewhere = stage.request()
        elsewhere.baseURL = "https://evil.example"
        for request in [own, elsewhere] {
            let client = makeClient(rejecting, middleware: [stage.authentication])
            #expect(try Recorder(client.send(request)).failure().status == .unauthorized)
        }
        #expect(rejecting.requests.map { $0.headerFields[.authorization] } == ["Basic own", nil])
        #expect(stage.renewals.isEmpty)
    }

    // MARK: Failures

    @Test func rejectedRefreshIsNotRefreshed() throws {
        let stage = AuthenticationStage(renew: { _ in .status(.unauthorized, after: .seconds(1)) })
        let recorder = stage.send()
        stage.scheduler.advance(by: .seconds(9))
        let error = try recorder.failure()
        #expect(error.url == "https://qiita.com/api/v2/token")
        #expect(error.status == .unauthorized)
        #expect(stage.transport.requests.count == 2)
    }

    @Test func refreshIsRecognizedByClientNotURL() {
        // A request to the URL of the refresh, sent by the client with the middleware.
        let transport = StubTransport { request in
            switch request.headerFields[.authorization] {
            case nil: .json("1")
            case "Bearer 0": .status(.unauthorized)
            default: .json("7")
            }
        }
        let plain = makeClient(transport)
        let refresher = CredentialRefresher(0) { _ in plain.send(Anything<Int>(path: "/token")) }
        let recorder = Recorder(makeClient(transport, bearing: refresher).send(Anything<Int>(path: "/token")))
        #expect(recorder.values == [7])
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Bearer 0", nil, "Bearer 1"])
        #expect(Set(transport.requests.map(\.url)).count == 1)
    }

    @Test func failedRefreshFailsWaitersAndAllowsRetry() throws {
        let stage = AuthenticationStage(renew: { number in
            number == 1 ? .fail(TransportError(.closedEarly), after: .seconds(1)) : .json("1", after: .seconds(1))
        })
        let waiting = (0..<3).map { stage.send($0) }
        stage.scheduler.advance(by: .seconds(1))
        for recorder in waiting { #expect(try recorder.failure().stage == .transport) }
        #expect(stage.renewals.count == 1)
        let next = stage.send()
        stage.scheduler.advance(by: .seconds(1))
        #expect(next.hasSingleElement)
        #expect(stage.renewals == ["0", "0"])
    }

    @Test func emptyRefreshFailsRequest() throws {
        let refresher = CredentialRefresher(0) { _ in .empty() }
        let transport = StubTransport { _ in .status(.unauthorized) }
        let recorder = Recorder(makeClient(transport, bearing: refresher).send(Anything<Int>()))
        #expect((try recorder.failure().underlying as? StreamError)?.code == .noElements)
        #expect(refresher.credential == 0)
    }

    // MARK: Disposal

    @Test func disposingRequestDoesNotAffectOthers() {
        let stage = AuthenticationStage()
        let recordings = (0..<3).map { stage.record($0) }
        stage.scheduler.advance(by: .zero)
        recordings[0].subscription.dispose()
        recordings[1].subscription.dispose()
        stage.scheduler.advance(by: .seconds(1))
        #expect(recordings[0].recorder.events.isEmpty && recordings[1].recorder.events.isEmpty)
        #expect(recordings[2].recorder.hasSingleElement)
        #expect(stage.renewals.count == 1)
    }

    @Test func disposingLastRequestCancelsRefresh() throws {
        let stage = AuthenticationStage()
        let subscriptions = (0..<2).map { stage.record($0).subscription }
        stage.scheduler.advance(by: .zero)
        for subscription in subscriptions { subscription.dispose() }
        #expect(try #require(stage.transport.requests.last).isCancelled)
        stage.scheduler.advance(by: .seconds(9))
        #expect(stage.refresher.credential == 0)
        let next = stage.send()
        stage.scheduler.advance(by: .seconds(1))
        #expect(next.hasSingleElement)
        #expect(stage.renewals == ["0", "0"])
    }

    @Test func completesStartedRefreshAfterDisposal() {
        let stage = AuthenticationStage(completesStartedRefresh: true)
        let first = stage.record().subscription
        stage.scheduler.advance(by: .zero)
        first.dispose()
        let second = stage.record().subscription
        stage.scheduler.advance(by: .zero)
        second.dispose()
        stage.scheduler.advance(by: .seconds(1))
        #expect(stage.refresher.credential == 1)
        #expect(stage.renewals == ["0"])
    }

    @Test(arguments: [(true, true), (false, true), (false, false)])
    func synchronousRefreshRunsOnce(isGood: Bool, completesStartedRefresh: Bool) throws {
        let renewals = Log<Int>()
        let refresher = CredentialRefresher(0, completesStartedRefresh: completesStartedRefresh) { old in
            renewals.append(old)
            if !isGood { throw TestError("down") }
            return .just(old + 1)
        }
        let transport = StubTransport {
            $0.headerFields[.authorization] == "Bearer 0" ? .status(.unauthorized) : .json("7")
        }
        let recorder = Recorder(makeClient(transport, bearing: refresher).send(Anything<Int>()))
        #expect(renewals.entries == [0])
        if isGood {
            #expect(recorder.hasSingleElement)
        } else {
            #expect(try recorder.failure().underlying as? TestError == TestError("down"))
        }
    }

    @Test func replacedCredentialsAreUsedAfterRefresh() {
        for renewal in [StubTransport.Response.json("5", after: .seconds(1)), .status(.badRequest, after: .seconds(1))]
        {
            let stage = AuthenticationStage(renew: { _ in renewal })
            let recorder = stage.send()
            stage.scheduler.advance(by: .zero)
            stage.refresher.replace(with: 9)
            stage.scheduler.advance(by: .seconds(1))
            #expect(recorder.hasSingleElement)
            #expect(stage.tokens == ["Bearer 0", "Bearer 9"])
            #expect(stage.refresher.credential == 9)
        }
    }

    @Test func releasesEverythingAfterDisposal() {
        for disposalTime in 0...4 {
            let ledger = Ledger()
            weak var released: CredentialRefresher<Int>?
            ledger.watch {
                let stage = AuthenticationStage(reject: { _ in .status(.unauthorized, after: .seconds(1)) })
                released = stage.refresher
                let subscriptions = (0..<2).map { stage.record($0).subscription }
                stage.scheduler.advance(by: .milliseconds(500 * disposalTime))
                #expect(stage.transport.requests.count == [2, 2, 3, 3, 5][disposalTime])
                for subscription in subscriptions { subscription.dispose() }
                stage.scheduler.advance(by: .seconds(5))
            }
            #expect(ledger.leakReport == nil)
            #expect(released == nil, "disposed after \(disposalTime) half seconds")
        }
    }
}
