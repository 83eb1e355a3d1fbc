import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillQiita
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import RillTracing
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct QiitaOAuthTests {
    private static let secrets = ["plan7ed-secret", "plan7ed-code", "plan7ed/token"]

    private func oauth(
        _ transport: any Transport, baseURL: String = "https://qiita.com/api/v2", middleware: [any Middleware] = []
    ) -> QiitaOAuth {
        QiitaOAuth(
            clientID: "a b", clientSecret: Self.secrets[0], baseURL: baseURL, transport: transport,
            middleware: middleware, scheduler: TestScheduler())
    }

    @Test func authorizationURLContainsScopesAndState() {
        let url = oauth(StubTransport { _ in .status(.ok) })
            .authorizationURL(scopes: ["read_qiita", "write_qiita"], state: "x&y")
        #expect(
            url
                == "https://qiita.com/api/v2/oauth/authorize?client_id=a%20b&scope=read_qiita%20write_qiita&state=x%26y"
        )
    }

    @Test func requestsToken() throws {
        let transport = StubTransport { _ in
            .json(#"{"client_id":"a b","scopes":["read_qiita","write_qiita"],"token":"t0ken"}"#, status: .created)
        }
        let token = try #require(Recorder(oauth(transport).token(code: Self.secrets[1])).values.first)
        #expect(token.accessToken == "t0ken" && token.scopes == ["read_qiita", "write_qiita"])
        #expect(token.lifetime(at: Date()) == nil)
        let request = try #require(transport.requests.first)
        #expect(request.method == .post && request.url == "https://qiita.com/api/v2/access_tokens")
        #expect(request.headerFields[.contentType] == "application/json")
        #expect(
            request.bodyText
                == #"{"client_id":"a b","client_secret":"plan7ed-secret","code":"plan7ed-code"}"#)
    }

    @Test func revokesTokenInPath() {
        let transport = StubTransport { _ in .status(.noContent) }
        #expect(Recorder(oauth(transport).revoke(Self.secrets[2])).isCompleted)
        #expect(
            transport.requests.map { "\($0.method) \($0.url)" }
                == ["DELETE https://qiita.com/api/v2/access_tokens/plan7ed%2Ftoken"])
    }

    @Test func returnsErrorOfQiita() throws {
        let transport = StubTransport { _ in .json(#"{"message":"Forbidden","type":"forbidden"}"#, status: .forbidden) }
        let error = try Recorder(oauth(transport).token(code: "x")).failure()
        #expect(error.qiita?.type == .forbidden)
        #expect(try Recorder(oauth(transport).revoke("x")).failure().qiita?.type == .forbidden)
    }

    @Test(arguments: ["http://qiita.com/api/v2", "https://me:pass@qiita.com"])
    func sendsSecretsOnlyToSecureURL(baseURL: String) throws {
        let transport = StubTransport { _ in .status(.noContent) }
        let oauth = oauth(transport, baseURL: baseURL)
        for error in [
            try Recorder(oauth.token(code: Self.secrets[1])).failure(),
            try Recorder(oauth.revoke(Self.secrets[2])).failure(),
        ] {
            #expect(error.stage == .request && error.attempts == 0)
            expectNoSecret(in: [error])
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func middlewareThatFollowsRedirectsFailsBeforeSending() throws {
        let transport = StubTransport { _ in .status(.noContent) }
        let oauth = oauth(transport, middleware: [Logging { _ in }, FollowRedirects()])
        for error in [
            try Recorder(oauth.token(code: Self.secrets[1])).failure(),
            try Recorder(oauth.revoke(Self.secrets[2])).failure(),
        ] {
            #expect(error.stage == .request)
            #expect(error.reason.contains("Remove FollowRedirects from the middleware of QiitaOAuth"))
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func requestsTimeOutAfterOneMinuteByDefault() throws {
        let scheduler = TestScheduler()
        let oauth = QiitaOAuth(
            clientID: "a", clientSecret: Self.secrets[0], transport: StubTransport { _ in .never }, scheduler: scheduler
        )
        let recorder = Recorder(oauth.token(code: Self.secrets[1]))
        scheduler.advance(by: .seconds(59))
        #expect(recorder.error == nil)
        scheduler.advance(by: .seconds(1))
        #expect(try recorder.failure().stage == .deadline)
    }

    @Test(arguments: [#"["plan7ed/token"]"#, #"{"jwt":"plan7ed/token"}"#, #"{"token":["plan7ed/token"]}"#])
    func unexpectedResponseContainsNoSecret(body: String) throws {
        let transport = StubTransport { _ in .json(body, status: .created) }
        let error = try Recorder(oauth(transport).token(code: "x")).failure()
        #expect(error.stage == .decoding)
        expectNoSecret(in: [error, error.bodyPrefix])
    }

    private func expectNoSecret(in values: [Any], _ location: SourceLocation = #_sourceLocation) {
        for value in values {
            var text = "\(value) \(String(reflecting: value)) "
            dump(value, to: &text)
            for secret in Self.secrets + ["plan7ed", "7ed%2Ftoken"] {
                #expect(!text.contains(secret), "\(text)", sourceLocation: location)
            }
        }
    }

    /// Verifies errors, logs, instruments, traces, and cassettes of requests whose responses repeat the secrets.
    @Test func noTextContainsSecret() throws {
        let files = try TemporaryFiles()
        let tape = URL(fileURLWithPath: files.path("tape.har"))
        let lines = Log<String>()
        let recorded = Log<String>()
        let instrument = RecordingInstrument { value in
            var text = "\(value) "
            dump(value, to: &text)
            recorded.append(text)
        }
        let trace = try TraceRecorder(path: files.path("trace.json"), scheduler: ImmediateScheduler.shared)
        let stub = StubTransport { request in
            // Qiita can only repeat the secrets of the same request.
            let secrets = request.method == .post ? Self.secrets[..<2] : Self.secrets[2...]
            let echo = "\(request.url) \(request.bodyText ?? "") \(secrets.joined(separator: " "))"
                .replacing("\"", with: "\\\"")
            switch request.number % 3 {
            case 0: return .json(#"{"message":"\#(echo)","type":"bad_request"}"#, status: .badRequest)
            case 1: return .fail(TransportError(.tls, "cannot reach \(request.url)"))
            default:
                return .json(
                    #"{"client_id":"a b","scopes":[],"token":"\#(Self.secrets[2])"}"#,
                    status: request.method == .post ? .created : .ok, fields: [.location: request.url])
            }
        }
        let oauth = oauth(
            CassetteTransport(tape, mode: .all, recording: stub), middleware: [Logging(.verbose) { lines.append($0) }])
        var values: [Any] = [oauth]
        func add<Value: Sendable>(_ recorder: Recorder<Value>) {
            values.append(recorder.events)
            if let error = recorder.error as? APIError { values += [error, error.bodyPrefix, error.qiita as Any] }
        }
        withInstrument(instrument) {
            withInstrument(trace) {
                for _ in 0..<3 { add(Recorder(oauth.token(code: Self.secrets[1]))) }
                for _ in 0..<3 { add(Recorder(oauth.revoke(Self.secrets[2]))) }
            }
        }
        try trace.close()
        #expect(stub.requests.count == 6 && recorded.entries.count > 6 && !lines.entries.isEmpty)
        values += recorded.entries
        values += lines.entries
        let har = try String(contentsOf: tape, encoding: .utf8)
        #expect(har.contains("/access_tokens/%3Credacted%3E"))
        let timeline = try String(contentsOfFile: files.path("trace.json"), encoding: .utf8)
        #expect(timeline.contains("/access_tokens/"))
        expectNoSecret(in: values + [har, timeline])
    }
}
