import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillOAuth
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import RillTracing
import Testing

/// Tests that cassettes, timelines, instruments, and logs of OAuth requests contain no secret.
@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct OAuthSecretsTests {
    /// The secrets of requests and responses, none of which contains another one.
    private static let secrets = [
        "plan7ed-code", "plan7ed-verifier", "plan7ed-secret", "plan7ed-access", "plan7ed-refresh", "plan7ed-identity",
        "plan7ed-device", "PLAN-7ED", "plan7ed-password",
    ]

    private static let responses: [String: String] = [
        "/token": #"""
        {"access_token":"plan7ed-access","refresh_token":"plan7ed-refresh","id_token":"plan7ed-identity", \#
        "token_type":"Bearer","expires_in":60}
        """#,
        "/device": #"""
        {"device_code":"plan7ed-device","user_code":"PLAN-7ED","verification_uri":"https://login.example.com/d", \#
        "verification_uri_complete":"https://login.example.com/d?user_code=PLAN-7ED","expires_in":60}
        """#,
        "/revoke": "{}",
    ]

    private let lines = Log<String>()

    /// Returns the texts of the requests of a closure: the cassette, the timelines, the logs, and the values of
    /// instruments and errors.
    private func texts(
        _ stub: StubTransport, _ body: (_ transport: any Transport, _ logging: Logging) -> [(any Error)?]
    ) throws -> [String] {
        let files = try TemporaryFiles()
        let tape = URL(fileURLWithPath: files.path("tape.har"))
        let traces = try ["trace.json", "trace.html"].map {
            try TraceRecorder(path: files.path($0), scheduler: ImmediateScheduler.shared)
        }
        let recorded = Log<String>()
        let instrument = RecordingInstrument { value in
            for text in OAuthFixtures.texts(of: value) { recorded.append(text) }
        }
        let transport = CassetteTransport(tape, mode: .all, recording: stub)
        let errors = withInstrument(instrument) {
            withInstrument(traces[0]) {
                withInstrument(traces[1]) { body(transport, Logging(.verbose) { [lines] in lines.append($0) }) }
            }
        }
        var texts = recorded.entries + lines.entries + errors.flatMap { OAuthFixtures.texts(of: $0 as Any) }
        texts.append(try String(contentsOf: tape, encoding: .utf8))
        for (trace, name) in zip(traces, ["trace.json", "trace.html"]) {
            try trace.close()
            texts.append(try String(contentsOfFile: files.path(name), encoding: .utf8))
        }
        #expect(!recorded.entries.isEmpty && !lines.entries.isEmpty)
        return texts
    }

    private func expectNoSecret(in texts: [String], _ location: SourceLocation = #_sourceLocation) {
        for text in texts {
            for secret in Self.secrets { #expect(!text.contains(secret), "\(text)", sourceLocation: location) }
        }
    }

    /// Whether the server accepts the requests, repeats them in an error, or fails during the response.
    enum Behavior: CaseIterable {
        case accepts
        case rejects
        case breaks
    }

    @Test(arguments: Behavior.allCases)
    func requestsAndResponsesContainNoSecret(_ behavior: Behavior) throws {
        let stub = StubTransport { request in
            let path = String(request.path.prefix { $0 != "?" })
            let response = Self.responses[path] ?? #"{"sub":"bob"}"#
            switch behavior {
            case .accepts: return .json(response)
            case .rejects:
                // The server can only repeat the secrets of the same request.
                let secret = Self.secrets[path == "/userinfo" ? 3 : 2]
                let echo = "\(request.bodyText ?? "") \(secret)"
                return .json(
                    #"{"error":"invalid_grant","error_description":"\#(echo)","error_uri":"https://h/?q=\#(secret)"}"#,
                    status: 400)
            case .breaks: return .respond(chunks: [.init(response)], then: .fail(TransportError(.closedEarly)))
            }
        }
        let texts = try texts(stub) { transport, logging in
            [OAuthClientAuthentication.basic(secret: Self.secrets[2]), .body(secret: Self.secrets[2])]
                .flatMap { authentication in
                    let oauth = OAuth(
                        OAuthFixtures.server, clientID: "program", authentication: authentication,
                        transport: transport, middleware: [logging])
                    let grants: [OAuthGrant] = [
                        .authorizationCode(
                            Self.secrets[0], redirectURI: "http://127.0.0.1:1/", codeVerifier: Self.secrets[1]),
                        .refreshToken(Self.secrets[4]), .password(username: "bob", password: Self.secrets[8]),
                        OAuthGrant(type: "device", parameters: ["device_code": Self.secrets[6]]),
                    ]
                    let client = Client(
                        baseURL: "https://login.example.com", transport: transport,
                        middleware: [Authentication.bearer(Self.secrets[3], for: "https://login.example.com"), logging])
                    return grants.map { Recorder(oauth.token($0)).error } + [
                        Recorder(oauth.signInWithDeviceCode { _ in throw TransportError(.cancelled) }).error,
                        Recorder(oauth.revoke(Self.secrets[4])).error,
                        Recorder(client.send(Endpoint<[String: String]>("/userinfo"))).error,
                    ]
                }
        }
        #expect(stub.requests.count == 14)
        for secret in [Self.secrets[0], Self.secrets[1], Self.secrets[4], Self.secrets[6], Self.secrets[8]] {
            #expect(stub.requests.contains { $0.bodyText?.contains(secret) == true })
        }
        expectNoSecret(in: texts)
    }

    /// Verifies that errors omit responses with secrets that no name identifies.
    @Test(arguments: [
        #"["plan7ed-access"]"#, #"{"jwt":"plan7ed-access"}"#, #""plan7ed-access""#, "plan7ed-access",
        #"{"access_token":{"value":"plan7ed-access"}}"#, #"{"data":{"jwt":"plan7ed-access"}}"#,
        #"{"access_token":"a","expires_in":"plan7ed-access"}"#,
    ])
    func unexpectedResponseContainsNoSecret(body: String) throws {
        let chunk = StubTransport.Response.Chunk(body)
        for end in [StubTransport.Response.End.complete, .fail(TransportError(.closedEarly))] {
            let transport = StubTransport { _ in
                .respond(fields: [.contentType: "application/json"], chunks: [chunk], then: end)
            }
            let oauth = OAuthFixtures.oauth(transport)
            for error in [
                try Recorder(oauth.token(.clientCredentials())).failure(),
                try Recorder(oauth.signInWithDeviceCode { _ in Issue.record("there is no code") }).failure(),
            ] {
                expectNoSecret(in: OAuthFixtures.texts(of: error) + [error.bodyPrefix])
                #expect(!error.reason.contains("the body is empty"))
            }
        }
    }

    @Test func errorResponseRemainsReadable() throws {
        let body = #"{"reason":"maintenance"}"#
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .json(body, status: 503) })
        #expect(try Recorder(oauth.token(.clientCredentials())).failure().bodyPrefix == body)
    }

    /// Some servers accept token requests in JSON, whose member `code` resembles an error code.
    @Test(arguments: ["client_secret", "code_verifier"])
    func tokenRequestInJSONContainsNoSecret(_ name: String) throws {
        struct TokenRequest: Request {
            typealias Response = [String: String]
            let name: String
            var method: HTTPRequest.Method { .post }
            var path: URLPath { "/token" }
            var body: HTTPBody {
                .json(["code": OAuthSecretsTests.secrets[0], name: OAuthSecretsTests.secrets[2]])
            }
        }
        let stub = StubTransport { _ in .json(#"{"code":"invalid_\#(Self.secrets[0])"}"#, status: 400) }
        let texts = try texts(stub) { transport, logging in
            let client = Client(baseURL: "https://h", transport: transport, middleware: [logging])
            return [Recorder(client.send(TokenRequest(name: name))).error]
        }
        expectNoSecret(in: texts)
        #expect(texts.contains { $0.contains("invalid_<redacted>") })
    }

    @Test func codesAndTokensInRedirectsAreRedacted() throws {
        let target = "https://app.example.com/callback?code=\(Self.secrets[0])&state=s#access_token=\(Self.secrets[3])"
        let stub = StubTransport { request in
            request.number == 0 ? .status(.found, fields: [.location: target]) : .text("signed in with \(request.url)")
        }
        let texts = try texts(stub) { transport, logging in
            let client = Client(
                baseURL: "https://login.example.com", transport: transport,
                middleware: [logging, FollowRedirects(), logging])
            return [Recorder(client.send(Endpoint<Int>("/authorize?client_id=program&state=s"))).error]
        }
        #expect(stub.requests.count == 2)
        #expect(texts.contains { $0.contains("code=<redacted>") })
        expectNoSecret(in: texts)
    }
}
