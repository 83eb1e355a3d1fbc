import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillOAuth
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Verifies that errors, descriptions and logs do not contain secrets that the server repeats in its responses.
@Suite struct GarageSecretsTests {
    private static let password = "pa55word of bob"
    private static let secret = "appl1cation-secret"
    private static let token = "plan7ed-access"
    private static let refresh = "plan7ed-refresh"
    private static let secrets = [password, secret, token, refresh]

    /// A server that repeats the request and the secrets in the body and in a header field.
    private static let echoServer = StubTransport { request in
        let echo = "no: \(request.bodyText ?? "") \(secrets.joined(separator: ", "))"
        let description = String(decoding: (try? JSONEncoder().encode(echo)) ?? Data(), as: UTF8.self)
        return .json(
            #"{"error":"invalid_grant","error_description":\#(description)}"#, status: 400,
            fields: [HTTPField.Name(literal: "X-Said"): echo.replacingOccurrences(of: "\n", with: " ")])
    }

    private static let oauth = GarageOAuth(
        endpoint: Fixtures.endpoint, clientID: "uid", clientSecret: secret, transport: echoServer)

    private func expectNone(_ secrets: [String], in values: Any...) {
        for text in values.flatMap(texts) {
            for secret in secrets { #expect(!text.contains(secret)) }
        }
    }

    @Test func redactsPasswordAndClientSecret() throws {
        let grant = GarageGrant.password(username: "bob@example.com", password: Self.password)
        let error = try Recorder(Self.oauth.token(grant)).failure()
        #expect(error.garageOAuth?.code == .invalidGrant)
        #expect(error.bodyPrefix.contains("<redacted>"))
        expectNone([Self.password, Self.secret], in: error, error.garageOAuth as Any, grant, Self.oauth)
        #expect("\(grant)" == "OAuthGrant(password)")
        #expect("\(Self.oauth)" == "GarageOAuth(https://garage.example/oauth)")
    }

    @Test func redactsTokens() throws {
        let errors = [
            try Recorder(Self.oauth.token(.refreshToken(Self.refresh))).failure(),
            try Recorder(Self.oauth.revoke(Self.refresh)).failure(),
        ]
        for error in errors { expectNone([Self.refresh, Self.secret], in: error, error.garageOAuth as Any) }
        let info = try Recorder(Self.oauth.info(of: Self.token)).failure()
        expectNone([Self.token], in: info, info.garageOAuth as Any)
    }

    @Test func keepsOtherErrorProperties() throws {
        let transport = StubTransport { _ in
            .json(#"{"error":"invalid_grant","error_description":"d"}"#, status: 400, fields: [.server: "s"])
        }
        let oauth = GarageOAuth(
            endpoint: "https://garage.example:8443/x", clientID: "u", clientSecret: Self.secret, transport: transport)
        let error = try Recorder(oauth.token(.clientCredentials())).failure()
        #expect(error.url == "https://garage.example:8443/x/oauth/token")
        #expect(error.method == .post)
        #expect(error.headerFields[.server] == "s")
        #expect(error.attempts == 1)
        #expect(error.history.count == 1)
        #expect(error.bodyPrefix == #"{"error":"invalid_grant","error_description":"d"}"#)
    }

    @Test func descriptionsRedactToken() throws {
        let token = GarageToken(
            accessToken: Self.token, expiresIn: .seconds(60), scopes: ["public"], refreshToken: Self.refresh)
        let credentials = GarageCredentials(Self.oauth, grant: .clientCredentials(), saved: token)
        let client = GarageClient(endpoint: Fixtures.endpoint, credentials: credentials, transport: Self.echoServer)
        expectNone(Self.secrets, in: token, credentials, client, Self.oauth)
        #expect("\(token)" == "OAuthToken(valid for 60 s, public, refreshable)")
        #expect("\(credentials)" == "OAuthCredentials(\(token))")
        #expect("\(GarageCredentials(Self.oauth, grant: .clientCredentials()))" == "OAuthCredentials(no token)")
    }

    @Test func redactsRenewedToken() throws {
        let transport = StubTransport { request in
            request.path.hasSuffix("/token")
                ? .json(#"{"access_token":"\#(Self.token)","token_type":"bearer"}"#)
                : .json(#"{"status_code":403,"error":"not with \#(Self.token)"}"#, status: 403)
        }
        let oauth = GarageOAuth(
            endpoint: Fixtures.endpoint, clientID: "u", clientSecret: Self.secret, transport: transport)
        let client = GarageClient(
            endpoint: Fixtures.endpoint, credentials: GarageCredentials(oauth, grant: .clientCredentials()),
            transport: transport)
        let error = try Recorder(client.send(GarageEndpoint<Int>("/a"))).failure()
        #expect(error.garage?.message == "not with <redacted>")
        expectNone([Self.token, Self.secret], in: error, error.garage as Any)
    }

    @Test(arguments: [
        ("application/json", #"{"error":"x"}"#), ("text/TEXT", "nope"),
        ("application/json", #"{"errors":{"TEXT":["no TEXT"]}}"#), ("application/json", #"{"error":"no TEXT"}"#),
    ])
    func errorKeepsNoTextUnredacted(type: String, body: String) throws {
        let transport = StubTransport { _ in
            func text(_ template: String) -> String {
                template.replacing("TEXT", with: "\(Self.token)\u{9B}31m\u{202E}")
            }
            return .text(
                text(body), type: text(type), status: .init(code: 403, reasonPhrase: text("no TEXT")))
        }
        let client = GarageClient(endpoint: Fixtures.endpoint, accessToken: Self.token, transport: transport)
        let error = try Recorder(client.send(GarageEndpoint<Int>("/a"))).failure()
        let garage = try #require(error.garage)
        #expect(garage.status.reasonPhrase == "no <redacted>\u{FFFD}31m\u{FFFD}")
        expectNone([Self.token, "\u{9B}", "\u{202E}"], in: error, garage)
    }

    @Test func logsContainNoSecrets() throws {
        let lines = Log<String>()
        let transport = StubTransport { request in
            request.path.hasSuffix("/token")
                ? .json(#"{"access_token":"\#(Self.token)","refresh_token":"\#(Self.refresh)"}"#) : .json("1")
        }
        let logging = Logging { lines.append($0) }
        let oauth = GarageOAuth(
            endpoint: Fixtures.endpoint, clientID: "u", clientSecret: Self.secret, transport: transport,
            middleware: [logging])
        let credentials = GarageCredentials(oauth, grant: .password(username: "b", password: Self.password))
        let client = GarageClient(
            endpoint: Fixtures.endpoint, credentials: credentials, transport: transport, middleware: [logging])
        #expect(Recorder(client.send(GarageEndpoint<Int>("/a"))).values.count == 1)
        #expect(!lines.entries.isEmpty)
        for line in lines.entries {
            for secret in Self.secrets { #expect(!line.contains(secret)) }
        }
    }
}
