import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillOAuth
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct OAuthTests {
    private func request(_ authentication: OAuthClientAuthentication) throws -> StubTransport.Request {
        let transport = StubTransport { _ in .json(OAuthFixtures.token) }
        let oauth = OAuth(
            OAuthFixtures.server, clientID: "a:b c", authentication: authentication, transport: transport)
        #expect(Recorder(oauth.token(.clientCredentials())).values.count == 1)
        return try #require(transport.requests.first)
    }

    @Test func errorOfServiceKeepsNoSecretInStatus() throws {
        let status = HTTPResponse.Status(code: 400, reasonPhrase: "no refre5h-token\u{9B}31m")
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .json(#"{"error":"invalid_grant"}"#, status: status) })
        let error = try Recorder(oauth.token(.refreshToken("refre5h-token"))).failure()
        #expect(error.oauth?.status?.reasonPhrase == "no <redacted>\u{FFFD}31m")
        for text in OAuthFixtures.texts(of: error.oauth as Any) { #expect(!text.contains("refre5h")) }
    }

    @Test func basicAuthenticationIsFormEncoded() throws {
        let request = try request(.basic(secret: "s&é+ :"))
        let pair = "a%3Ab+c:s%26%C3%A9%2B+%3A"
        #expect(request.headerFields[.authorization] == "Basic \(Data(pair.utf8).base64EncodedString())")
        #expect(request.bodyText == "grant_type=client_credentials")
        #expect(request.url == "https://login.example.com/token")
    }

    @Test func clientIsAuthenticatedInBody() throws {
        let secret = try request(.body(secret: "s&é"))
        #expect(secret.headerFields[.authorization] == nil)
        #expect(
            secret.bodyText == "grant_type=client_credentials&client_id=a%3Ab+c&client_secret=s%26%C3%A9")
        #expect(try request(.none).bodyText == "grant_type=client_credentials&client_id=a%3Ab+c")
    }

    @Test func errorResponseIsDecoded() throws {
        let body = #"{"error":"invalid_scope","error_description":"d","error_uri":"https://x.example/e"}"#
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .json(body, status: 400) })
        let error = try Recorder(oauth.token(.clientCredentials())).failure()
        #expect(error.oauth?.code == .invalidScope)
        #expect(error.oauth?.message == "d")
        #expect(error.oauth?.uri == "https://x.example/e")
        #expect(error.oauth?.status == 400)
        #expect(
            "\(error)" == "POST https://login.example.com/token failed with status 400 Bad Request: "
                + #""d" (invalid_scope), see https://x.example/e"#)
    }

    @Test func errorWithInvalidDetailsIsDecoded() throws {
        let body = #"{"error":"invalid_grant","error_description":7,"error_uri":[]}"#
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .json(body, status: 400) })
        #expect(try Recorder(oauth.token(.clientCredentials())).failure().oauth?.code == .invalidGrant)
    }

    @Test(arguments: [
        "http://login.example.com/token", "http://127.0.0.1.example.com/", "ftp://h/", "https://u:p@h/", "",
    ])
    func insecureEndpointFailsBeforeSending(url: String) throws {
        let transport = StubTransport { _ in .json(OAuthFixtures.token) }
        let oauth = OAuth(OAuthServer(tokenEndpoint: url), clientID: "program", transport: transport)
        let error = try Recorder(oauth.token(.refreshToken("plan7ed"))).failure()
        #expect(error.stage == .request)
        #expect(error.signIn?.reason == .unsupported)
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: ["http://localhost:1/t", "http://127.9.9.9/t", "http://[::1]:8/t", "https://h/t?a=b"])
    func loopbackEndpointNeedsNoTLS(url: String) {
        let transport = StubTransport { _ in .json(OAuthFixtures.token) }
        let oauth = OAuth(OAuthServer(tokenEndpoint: url), clientID: "program", transport: transport)
        #expect(Recorder(oauth.token(.clientCredentials())).values.count == 1)
        #expect(transport.requests.map(\.url) == [url])
    }

    @Test func middlewareThatFollowsRedirectsFailsBeforeSending() throws {
        let transport = StubTransport { request in
            request.number == 0
                ? .status(307, fields: [.location: "https://attacker.example/token"]) : .json(OAuthFixtures.token)
        }
        let redirects = FollowRedirects(crossOriginFields: [.authorization], sendsBodyToOtherOrigins: true)
        let oauth = OAuth(
            OAuthFixtures.server, clientID: "program", authentication: .basic(secret: "s3cr3t"), transport: transport,
            middleware: [Logging { _ in }, redirects])
        let error = try Recorder(oauth.token(.refreshToken("plan7ed"))).failure()
        #expect(
            "\(error)" == "POST https://login.example.com/token was not sent: invalid request: a redirect could send "
                + "secrets to another server. Remove FollowRedirects from the middleware of OAuth")
        #expect(transport.requests.isEmpty)
    }

    @Test func signInFailsBeforeItAsksTheUserIfTokenRequestCannotBeSent() throws {
        var server = OAuthFixtures.server
        server.tokenEndpoint = "http://login.example.com/token"
        let insecure = OAuth(server, clientID: "program", transport: StubTransport { _ in .never })
        let redirected = OAuth(
            OAuthFixtures.server, clientID: "program", transport: StubTransport { _ in .never },
            middleware: [FollowRedirects()])
        for (oauth, reason) in [(insecure, "must use https"), (redirected, "Remove FollowRedirects")] {
            let signIn = oauth.signIn { _ in Issue.record("the URL was opened") }
            #expect("\(try Recorder(signIn).failure())".contains(reason))
            let device = oauth.signInWithDeviceCode { _ in Issue.record("the code was shown") }
            #expect("\(try Recorder(device).failure())".contains(reason))
        }
    }

    @Test func redirectOfTokenEndpointIsNotFollowed() throws {
        let transport = StubTransport { _ in
            .status(307, fields: [.location: "https://attacker.example/token"])
        }
        let error = try Recorder(OAuthFixtures.oauth(transport).token(.refreshToken("r"))).failure()
        #expect(error.status == 307)
        #expect(transport.requests.count == 1)
    }

    @Test func missingRevocationEndpointFails() throws {
        let oauth = OAuth(OAuthServer(tokenEndpoint: "https://h/t"), clientID: "program")
        let error = try Recorder(oauth.revoke("plan7ed")).failure()
        #expect(error.reason.contains("the authorization server has no revocation endpoint"))
    }

    @Test func errorWithStatus200IsDecodedWithoutSecrets() throws {
        let transport = StubTransport { request in
            .json(#"{"error":"bad_verification_code","error_description":"no \#(request.bodyText ?? "")"}"#)
        }
        let oauth = OAuthFixtures.oauth(transport, authentication: .body(secret: "plan7ed-secret"))
        let error = try Recorder(oauth.token(.refreshToken("plan7ed-refresh"))).failure()
        #expect(error.oauth?.code == "bad_verification_code")
        #expect(error.reason.contains("bad_verification_code"))
        for text in OAuthFixtures.texts(of: error) + OAuthFixtures.texts(of: error.oauth as Any) {
            #expect(!text.contains("plan7ed"))
        }
    }

    @Test func pageOfProxyFails() throws {
        // The media type is wrong even if the body is not.
        let device = #"{"device_code":"d","user_code":"u","verification_uri":"https://h/","expires_in":60}"#
        for body in ["<html></html>", OAuthFixtures.token, device] {
            let oauth = OAuthFixtures.oauth(StubTransport { _ in .text(body, type: "text/html; charset=utf-8") })
            for error in [
                try Recorder(oauth.token(.clientCredentials())).failure(),
                try Recorder(oauth.signInWithDeviceCode { _ in Issue.record("there is no code") }).failure(),
            ] {
                #expect(error.stage == .decoding)
                #expect((error.underlying as? BodyDecodingError)?.code == .contentType)
                #expect(error.reason.hasPrefix("unexpected Content-Type: expected application/json"))
            }
        }
    }

    @Test(arguments: [nil, "application/json; charset=utf-8", "application/token+json"] as [String?])
    func tokenCanHaveAnyJSONTypeOrNone(type: String?) {
        let fields = type.map { [.contentType: $0] as HTTPFields } ?? [:]
        let chunk = StubTransport.Response.Chunk(OAuthFixtures.token)
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .respond(fields: fields, chunks: [chunk]) })
        #expect(Recorder(oauth.token(.clientCredentials())).values.count == 1)
    }

    /// RFC 7009, 2.2.
    @Test(arguments: ["", "revoked"]) func revocationIgnoresBody(body: String) {
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .text(body, type: "text/html") })
        #expect(Recorder(oauth.revoke("r")).isCompleted)
    }

    @Test func supersededRenewalIsNotReported() {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .json(OAuthFixtures.token, after: .seconds(1)) }
        let renewed = Log<String>()
        let credentials = OAuthCredentials(
            OAuthFixtures.oauth(transport, scheduler: scheduler), grant: .clientCredentials(), scheduler: scheduler,
            onRenewal: { renewed.append($0.accessToken) }, now: { OAuthFixtures.date })
        let recorder = Recorder(credentials.valid())
        credentials.replace(with: OAuthToken(accessToken: "other"))
        scheduler.advance(by: .seconds(2))
        #expect(recorder.values.map(\.accessToken) == ["other"])
        #expect(renewed.entries.isEmpty)
    }

    /// Verifies that no text contains a code, a token, a verifier, or a client secret that the server repeats.
    @Test func secretsAreRedacted() throws {
        let secrets = ["plan7ed-code", "plan7ed-verifier", "plan7ed-secret", "plan7ed-token", "plan7ed-device"]
        let lines = Log<String>()
        for authentication in [OAuthClientAuthentication.basic(secret: secrets[2]), .body(secret: secrets[2])] {
            for grant in [
                OAuthGrant.authorizationCode(secrets[0], redirectURI: "http://127.0.0.1:1/", codeVerifier: secrets[1]),
                .refreshToken(secrets[3]),
                OAuthGrant(type: "device", parameters: ["device_code": secrets[4]]),
            ] {
                let sent = [authentication.description, "\(grant)"]
                let transport = StubTransport { request in
                    let repeated = "\(request.bodyText ?? "") \(secrets[2])"
                    return .json(
                        #"{"error":"invalid_grant","error_description":"\#(repeated)","error_uri":"https://h/?q=\#(secrets[2])"}"#,
                        status: 400)
                }
                let oauth = OAuth(
                    OAuthFixtures.server, clientID: "program", authentication: authentication, transport: transport,
                    middleware: [Logging(.verbose) { lines.append($0) }])
                let error = try Recorder(oauth.token(grant)).failure()
                let values: [Any] = [error, error.oauth as Any, grant, authentication, oauth]
                for text in values.flatMap(OAuthFixtures.texts) + sent + [error.bodyPrefix] + lines.entries {
                    for secret in secrets { #expect(!text.contains(secret), "\(text)") }
                }
            }
        }
        #expect(!lines.entries.isEmpty)
    }
}
