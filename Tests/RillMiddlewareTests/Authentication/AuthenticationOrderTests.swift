import Foundation
import Rill
import RillHTTP
import RillHTTPTestSupport
import RillHTTPTesting
import RillTesting
import Testing

/// Authentication, redirects and retries in the recommended order and in other orders.
@Suite struct AuthenticationOrderTests {
    private let scheduler = TestScheduler()

    private var authentication: Authentication { .bearer("secret", for: AuthenticationStage.base) }

    private var retry: Retry {
        Retry(.constantBackoff(attempts: 2, delay: .seconds(1)), scheduler: scheduler)
    }

    private func leading(to address: String) -> StubTransport {
        StubTransport(scheduler: scheduler) { request in
            request.number == 0 ? .status(.found, fields: [.location: address]) : .json("7")
        }
    }

    @Test(arguments: [false, true])
    func doesNotSendCredentialsToOtherServers(redirectsAreOutermost: Bool) {
        for other in ["https://evil.example/", "http://127.0.0.1/", "https://qiita.com:8443/api/v2"] {
            let transport = leading(to: other)
            let middleware: [any Middleware] =
                redirectsAreOutermost ? [FollowRedirects(), authentication] : [authentication, FollowRedirects()]
            _ = Recorder(makeClient(transport, middleware: middleware).send(Anything<Int>()))
            scheduler.advance(by: .seconds(1))
            let tokens = transport.requests.map { $0.headerFields[.authorization] }
            #expect(tokens.first == "Bearer secret")
            #expect(tokens.dropFirst().allSatisfy { $0 == nil })
        }
    }

    @Test(arguments: [false, true])
    func sendsCredentialsAfterRedirectToSameServer(redirectsAreOutermost: Bool) {
        let transport = leading(to: "/other")
        let middleware: [any Middleware] =
            redirectsAreOutermost ? [FollowRedirects(), authentication] : [authentication, FollowRedirects()]
        let recorder = Recorder(makeClient(transport, middleware: middleware).send(Anything<Int>()))
        scheduler.advance(by: .seconds(1))
        #expect(recorder.hasSingleElement)
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Bearer secret", "Bearer secret"])
    }

    @Test func retryDoesNotRepeatRequestBeforeRedirect() {
        let transport = StubTransport(scheduler: scheduler) { request in
            switch request.number {
            case 0: .status(.seeOther, fields: [.location: "/done"])
            case 1: .fail(TransportError(.couldNotConnect))
            default: .json("7")
            }
        }
        let client = makeClient(transport, middleware: [authentication, FollowRedirects(), retry])
        let recorder = Recorder(client.send(Anything<Int>(method: .post, body: HTTPBody("order"))))
        scheduler.advance(by: .seconds(9))
        #expect(recorder.hasSingleElement)
        #expect(transport.requests.map(\.method) == [.post, .get, .get])
    }

    @Test func refreshesTokenThatExpiresDuringRetryDelay() {
        let stage = AuthenticationStage(
            reject: { $0.number == 0 ? .status(.serviceUnavailable) : .status(.unauthorized) })
        let patient = Retry(.constantBackoff(attempts: 2, delay: .seconds(60)), scheduler: stage.scheduler)
        for middleware in [[stage.authentication, patient], [patient, stage.authentication]] as [[any Middleware]] {
            stage.refresher.replace(with: 0)
            let first = stage.transport.requests.count
            let recorder = Recorder(makeClient(stage.transport, middleware: middleware).send(stage.request()))
            stage.scheduler.advance(by: .seconds(99))
            #expect(recorder.hasSingleElement)
            #expect(stage.transport.requests.count > first + 2)
        }
        #expect(stage.renewals == ["0", "0"])
    }
}
