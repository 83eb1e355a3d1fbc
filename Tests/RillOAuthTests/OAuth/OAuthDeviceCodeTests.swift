import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillOAuth
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Tests of polling in virtual time.
@Suite struct OAuthDeviceCodeTests {
    private let scheduler = TestScheduler()

    /// A running sign-in with the times of its polls, in seconds.
    private struct Run {
        let recorder: Recorder<OAuthToken>
        let polls: Log<Int>
        let codes: Log<OAuthDeviceCode>
        let transport: StubTransport
        let subscription: Disposable
    }

    private static func error(_ code: String) -> StubTransport.Response { .json(#"{"error":"\#(code)"}"#, status: 400) }

    private func run(
        interval: String? = "5", expiresIn: String = "600",
        _ respond: @escaping @Sendable (_ poll: Int) -> StubTransport.Response
    ) -> Run {
        let polls = Log<Int>()
        let codes = Log<OAuthDeviceCode>()
        let scheduler = scheduler
        let transport = StubTransport(scheduler: scheduler) { request in
            if request.path == "/device" {
                let interval = interval.map { #","interval":\#($0)"# } ?? ""
                return .json(
                    #"{"device_code":"plan7ed-device","user_code":"WDJB-MJHT","verification_uri":"https://h/device","#
                        + #""expires_in":\#(expiresIn)\#(interval)}"#)
            }
            polls.append(Int(scheduler.now.components.seconds))
            return respond(polls.entries.count)
        }
        let recorder = Recorder<OAuthToken>()
        let stream = OAuthFixtures.oauth(transport, scheduler: scheduler)
            .signInWithDeviceCode(scopes: ["read"]) { codes.append($0) }
        let subscription = recorder.record(stream)
        return Run(recorder: recorder, polls: polls, codes: codes, transport: transport, subscription: subscription)
    }

    /// Runs a sign-in for ten minutes.
    private func finish(
        interval: String? = "5", expiresIn: String = "600",
        _ respond: @escaping @Sendable (_ poll: Int) -> StubTransport.Response
    ) -> Run {
        let run = run(interval: interval, expiresIn: expiresIn, respond)
        scheduler.advance(by: .seconds(600))
        return run
    }

    private func reason(_ run: Run) -> OAuthSignInError.Reason? { (run.recorder.error as? OAuthSignInError)?.reason }

    @Test func pollsByIntervalUntilApproved() throws {
        let run = run { $0 < 3 ? Self.error("authorization_pending") : .json(OAuthFixtures.token) }
        scheduler.advance(by: .zero)
        let code = try #require(run.codes.entries.first)
        #expect(code.userCode == "WDJB-MJHT")
        #expect(code.verificationURI == "https://h/device")
        #expect(run.polls.entries.isEmpty)
        scheduler.advance(by: .seconds(600))
        #expect(run.polls.entries == [5, 10, 15])
        #expect(run.recorder.values.map(\.accessToken) == ["acce55"])
        #expect(run.recorder.isCompleted)
        let forms = run.transport.requests.map { OAuthFixtures.items($0.bodyText) }
        #expect(forms.first == ["client_id": "program", "scope": "read"])
        #expect(
            forms.last == [
                "client_id": "program", "device_code": "plan7ed-device",
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
            ])
    }

    /// The responses to the polls, the times of the polls in seconds, and the reason of a failure.
    struct Outcome: Sendable, CustomTestStringConvertible {
        let name: String
        let responses: [StubTransport.Response]
        let polls: [Int]
        var reason: OAuthSignInError.Reason?

        var testDescription: String { name }
    }

    private static let outcomes = [
        Outcome(
            name: "slow_down adds five seconds",
            responses: [
                error("slow_down"), error("authorization_pending"), error("slow_down"),
                error("authorization_pending"), .json(OAuthFixtures.token),
            ], polls: [5, 15, 25, 40, 55]),
        Outcome(
            name: "lost responses double the interval",
            responses: [
                .fail(TransportError(.timeout, "timed out")), .text("<html>", status: 503), .status(429),
                .json(#"{"error":"server_error"}"#, status: 500), .json(OAuthFixtures.token),
            ], polls: [5, 15, 35, 75, 155]),
        Outcome(
            name: "Retry-After",
            responses: [.status(429, fields: [.retryAfter: "60"]), .json(OAuthFixtures.token)], polls: [5, 65]),
        // GitHub reports errors with the status 200.
        Outcome(
            name: "status 200",
            responses: [
                .json(#"{"error":"authorization_pending"}"#), .json(#"{"error":"authorization_pending"}"#),
                .json(#"{"error":"access_denied"}"#),
            ], polls: [5, 10, 15], reason: .denied),
        Outcome(
            name: "status 200 with null",
            responses: [
                .json(#"{"error":"authorization_pending","access_token":null}"#),
                .json(#"{"error":"authorization_pending","access_token":null}"#),
                .json(#"{"error":"access_denied","access_token":null}"#),
            ], polls: [5, 10, 15], reason: .denied),
        Outcome(name: "denied", responses: [error("access_denied")], polls: [5], reason: .denied),
        Outcome(
            name: "expired", responses: [error("authorization_pending"), error("expired_token")], polls: [5, 10],
            reason: .timedOut),
    ]

    @Test(arguments: outcomes) func responsesDetermineNextPoll(outcome: Outcome) {
        let run = finish { outcome.responses[min($0, outcome.responses.count) - 1] }
        #expect(run.polls.entries == outcome.polls)
        #expect(reason(run) == outcome.reason)
        #expect(run.recorder.isCompleted == (outcome.reason == nil))
    }

    @Test(arguments: [nil, "0", "-0.0", "1"]) func intervalHasDefaultAndMinimum(interval: String?) {
        let run = finish(interval: interval) { _ in .json(OAuthFixtures.token) }
        #expect(run.polls.entries == [interval == nil ? 5 : 1])
    }

    @Test func omittedScopesAreRequestedOnes() {
        let run = finish { _ in .json(OAuthFixtures.token) }
        #expect(run.recorder.values.map(\.scopes) == [["read"]])
    }

    /// The user may have approved the sign-in.
    @Test func expirationReportsFailureOfLastPoll() {
        let lost = run { $0 == 1 ? Self.error("authorization_pending") : .fail(TransportError(.tls, "no certificate")) }
        scheduler.advance(by: .seconds(601))
        #expect(reason(lost) == .timedOut)
        let text = lost.recorder.error.map { "\($0)" } ?? ""
        #expect(text.contains("the code expired, and the last poll failed: "))
        #expect(text.contains("could not establish a secure connection: no certificate"))
        #expect(!text.contains("plan7ed"))
        let recovered = run { $0 == 1 ? .fail(TransportError(.timeout)) : Self.error("authorization_pending") }
        scheduler.advance(by: .seconds(601))
        #expect(recovered.recorder.error.map { "\($0)".contains("before the user approved") } == true)
    }

    @Test func pollingEndsWhenLifetimeElapses() {
        let run = finish(expiresIn: "12") { _ in Self.error("authorization_pending") }
        #expect(run.polls.entries == [5, 10])
        #expect(reason(run) == .timedOut)
        #expect(
            "\(run.recorder.error as Any)".contains(
                "the code expired before the user approved the sign-in. Sign in again"))
    }

    @Test func intervalLongerThanLifetimeNeverPolls() {
        let run = run(interval: "1e300", expiresIn: "60") { _ in .json(OAuthFixtures.token) }
        scheduler.advance(by: .seconds(60))
        #expect(run.polls.entries.isEmpty)
        #expect(reason(run) == .timedOut)
    }

    @Test(arguments: ["invalid_grant", "invalid_client", "other"]) func otherErrorsEndSignIn(code: String) throws {
        let run = finish { _ in Self.error(code) }
        #expect(try run.recorder.failure().oauth?.code.rawValue == code)
        #expect(run.polls.entries == [5])
    }

    @Test(arguments: ["<html></html>", "{}", #"{"access_token":"plan7ed","expires_in":-1}"#])
    func hostileTokenResponseEndsSignIn(body: String) throws {
        let run = finish { _ in .json(body) }
        let error = try run.recorder.failure()
        #expect(error.stage == .decoding)
        for text in OAuthFixtures.texts(of: error) { #expect(!text.contains("plan7ed")) }
    }

    @Test func disposalStopsPolling() {
        let run = run { _ in Self.error("authorization_pending") }
        scheduler.advance(by: .seconds(7))
        run.subscription.dispose()
        scheduler.advance(by: .seconds(600))
        #expect(run.polls.entries == [5])
        #expect(run.recorder.events.isEmpty)
    }

    @Test func errorOfPromptEndsSignIn() {
        struct NoTerminal: Error {}
        let transport = StubTransport { _ in
            .json(#"{"device_code":"d","user_code":"u","verification_uri":"https://h/","expires_in":9}"#)
        }
        let recorder = Recorder(
            OAuthFixtures.oauth(transport, scheduler: scheduler).signInWithDeviceCode { _ in throw NoTerminal() })
        #expect(recorder.error is NoTerminal)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [
        #"{"device_code":"plan7ed","user_code":"u","verification_uri":"javascript:alert(1)","expires_in":9}"#,
        #"{"device_code":"plan7ed","user_code":"u","verification_uri":"https:h/?x=://","expires_in":9}"#,
        #"{"device_code":"plan7ed","user_code":"u\u001b[2J","verification_uri":"https://h/","expires_in":9}"#,
        #"{"device_code":"plan7ed","user_code":"u","verification_uri":"https://h/\u001b","expires_in":9}"#,
        #"{"device_code":"plan7ed","user_code":"u","verification_uri":"https://h/","expires_in":0}"#,
        #"{"device_code":"plan7ed","user_code":"u","verification_uri":"https://h/","expires_in":-9}"#,
        #"{"device_code":"plan7ed","user_code":"u","verification_uri":"https://h/"}"#,
        #"{"device_code":"plan7ed","user_code":"u","verification_uri":"https://h/","expires_in":9,"interval":-1}"#,
        #"{"user_code":"u","verification_uri":"https://h/","expires_in":9}"#, "<html></html>",
    ])
    func hostileDeviceCodeFails(json: String) throws {
        let transport = StubTransport { _ in .json(json) }
        let stream = OAuthFixtures.oauth(transport, scheduler: scheduler)
            .signInWithDeviceCode { _ in Issue.record("the code was shown") }
        let error = try Recorder(stream).failure()
        #expect(error.stage == .decoding)
        for text in OAuthFixtures.texts(of: error) { #expect(!text.contains("plan7ed")) }
    }

    @Test func descriptionContainsNoCodes() throws {
        let run = run { _ in .json(OAuthFixtures.token) }
        scheduler.advance(by: .zero)
        let code = try #require(run.codes.entries.first)
        for text in OAuthFixtures.texts(of: code) {
            #expect(!text.contains("plan7ed"), "\(text)")
            #expect(!text.contains("WDJB"), "\(text)")
        }
        run.subscription.dispose()
    }
}
