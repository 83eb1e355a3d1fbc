import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct GarageOAuthTests {
    private func oauth(_ transport: StubTransport) -> GarageOAuth {
        GarageOAuth(endpoint: Fixtures.endpoint, clientID: "uid", clientSecret: "s3cret", transport: transport)
    }

    @Test func middlewareThatFollowsRedirectsFailsBeforeSending() throws {
        let transport = StubTransport { _ in .status(.noContent) }
        let oauth = GarageOAuth(
            endpoint: Fixtures.endpoint, clientID: "uid", clientSecret: "s3cret", transport: transport,
            middleware: [FollowRedirects()])
        for error in [
            try Recorder(oauth.token(.clientCredentials())).failure(), try Recorder(oauth.revoke("t")).failure(),
            try Recorder(oauth.info(of: "t")).failure(),
        ] {
            #expect(error.stage == .request)
            #expect(error.reason.contains("Remove FollowRedirects from the middleware of "))
        }
        #expect(transport.requests.isEmpty)
    }

    private func failure(_ response: StubTransport.Response) throws -> APIError {
        let transport = StubTransport { _ in response }
        return try Recorder(oauth(transport).token(.clientCredentials())).failure()
    }

    private let basic = "Basic " + Data("uid:s3cret".utf8).base64EncodedString()

    @Test(arguments: [
        (
            GarageGrant.password(username: "bob@example.com", password: "p&ss wörd"),
            "grant_type=password&username=bob%40example.com&password=p%26ss+w%C3%B6rd"
        ),
        (
            .password(username: "b", password: "p", scopes: ["public", "write_post"]),
            "grant_type=password&username=b&password=p&scope=public+write_post"
        ),
        (.clientCredentials(), "grant_type=client_credentials"),
        (.clientCredentials(scopes: ["public"]), "grant_type=client_credentials&scope=public"),
        (.refreshToken("r"), "grant_type=refresh_token&refresh_token=r"),
        (GarageGrant(type: "authorization_code", parameters: ["code": "c"]), "grant_type=authorization_code&code=c"),
    ])
    func sendsTokenRequest(grant: GarageGrant, form: String) throws {
        let transport = StubTransport { _ in .json(Fixtures.token) }
        let stream = oauth(transport).token(grant)
        #expect(transport.requests.isEmpty)
        let recorder = Recorder(stream)
        #expect(recorder.values.map(\.accessToken) == ["acce55"])
        #expect(recorder.isCompleted)
        let request = try #require(transport.requests.first)
        #expect(request.method == .post)
        #expect(request.url == "https://garage.example/oauth/token")
        #expect(
            request.headerFields == [
                .accept: "application/json", .contentType: "application/x-www-form-urlencoded", .authorization: basic,
            ])
        #expect(request.bodyText == form)
    }

    @Test func sendsTokenInfoRequest() throws {
        let transport = StubTransport { _ in .json(#"{"resource_owner_id":1,"scope":["public"],"expires_in":9}"#) }
        #expect(Recorder(oauth(transport).info(of: "acce55")).values.map(\.scopes) == [["public"]])
        let request = try #require(transport.requests.first)
        #expect(request.method == .get)
        #expect(request.url == "https://garage.example/oauth/token/info")
        #expect(request.headerFields == [.accept: "application/json", .authorization: "Bearer acce55"])
        #expect(request.body == nil)
    }

    /// The format of Doorkeeper releases before version 5.
    @Test func decodesLegacyTokenInfo() throws {
        let json = #"{"resource_owner_id":1,"scopes":["public"],"expires_in_seconds":60,"application":{"uid":"u"}}"#
        let info = try #require(Recorder(oauth(StubTransport { _ in .json(json) }).info(of: "t")).values.first)
        #expect(info.scopes == ["public"])
        #expect(info.expiresIn == .seconds(60))
    }

    @Test func tokenInfoIsNotRequestedWithoutTLS() throws {
        let transport = StubTransport { _ in .json("{}") }
        let oauth = GarageOAuth(
            endpoint: "http://garage.example", clientID: "u", clientSecret: "s", transport: transport)
        let error = try Recorder(oauth.info(of: "plan7ed")).failure()
        #expect(error.stage == .request)
        #expect(error.signIn?.reason == .unsupported)
        #expect(transport.requests.isEmpty)
    }

    @Test func sendsRevokeRequest() throws {
        let transport = StubTransport { _ in .json("{}") }
        let recorder = Recorder(oauth(transport).revoke("a+b"))
        #expect(recorder.values.count == 1)
        #expect(recorder.isCompleted)
        let request = try #require(transport.requests.first)
        #expect(request.method == .post)
        #expect(request.url == "https://garage.example/oauth/revoke")
        #expect(request.bodyText == "token=a%2Bb")
        #expect(request.headerFields[.authorization] == basic)
    }

    @Test func usesCustomEndpointAndPath() {
        let transport = StubTransport { _ in .json(Fixtures.token) }
        let oauth = GarageOAuth(
            endpoint: "https://auth.example/", clientID: "u", clientSecret: "s", path: "/a/oauth2/",
            transport: transport)
        _ = Recorder(oauth.token(.clientCredentials()))
        #expect(transport.requests.map(\.url) == ["https://auth.example/a/oauth2/token"])
    }

    // MARK: Failures

    @Test(arguments: [
        (401, "invalid_client", GarageOAuthError.Code.invalidClient), (400, "invalid_grant", .invalidGrant),
        (401, "invalid_grant", .invalidGrant), (400, "invalid_request", .invalidRequest),
        (400, "unsupported_grant_type", .unsupportedGrantType), (400, "invalid_scope", .invalidScope),
        (403, "unauthorized_client", .unauthorizedClient), (401, "invalid_token", .invalidToken),
        (400, "other", "other"),
    ])
    func reportsOAuthError(code: Int, word: String, expected: GarageOAuthError.Code) throws {
        let body = #"{"error":"\#(word)","error_description":"It is so."}"#
        let error = try failure(.json(body, status: HTTPResponse.Status(code: code)))
        let oauth = try #require(error.garageOAuth)
        #expect(error.stage == .status)
        #expect(oauth.code == expected)
        #expect(oauth.message == "It is so.")
        #expect(oauth.status?.code == code)
        #expect("\(error)".hasSuffix(#": "It is so." (\#(word))"#))
        #expect("\(error)".hasPrefix("POST https://garage.example/oauth/token failed with status \(code)"))
        #expect(error.garage == nil)
    }

    @Test func parsesErrorFromChallenge() throws {
        let fields: HTTPFields = [.wwwAuthenticate: #"Bearer realm="Doorkeeper", error="invalid_grant", x="y""#]
        let error = try failure(.status(.badRequest, fields: fields))
        #expect(error.garageOAuth?.code == .invalidGrant)
        #expect(error.garageOAuth?.message == nil)
        #expect(error.reason == "invalid_grant")
    }

    @Test(arguments: ["", "<html></html>", #"{"error":{"name":"x"}}"#, "[]", "7"])
    func ignoresBodiesThatAreNotOAuthErrors(body: String) throws {
        let error = try failure(.text(body, status: .badGateway))
        #expect(error.garageOAuth == nil)
        #expect(error.status == .badGateway)
        #expect(error.bodyPrefix == body)
    }

    @Test func rejectsNonBearerToken() throws {
        let error = try failure(.json(#"{"access_token":"plan7ed-token","token_type":"mac"}"#))
        #expect(error.stage == .decoding)
        #expect(error.reason.contains("expected a bearer token"))
        for text in texts(error) { #expect(!text.contains("plan7ed")) }
    }

    @Test func rejectsClientIDWithColon() throws {
        let transport = StubTransport { _ in .json(Fixtures.token) }
        let oauth = GarageOAuth(endpoint: Fixtures.endpoint, clientID: "u:x", clientSecret: "s", transport: transport)
        #expect(try Recorder(oauth.token(.clientCredentials())).failure().stage == .request)
        #expect(transport.requests.isEmpty)
    }

    @Test func timesOutAfterOneMinute() throws {
        let scheduler = TestScheduler()
        let transport = StubTransport(scheduler: scheduler) { _ in .never }
        let oauth = GarageOAuth(
            endpoint: Fixtures.endpoint, clientID: "u", clientSecret: "s", transport: transport, scheduler: scheduler)
        let recorder = Recorder(oauth.token(.clientCredentials()))
        scheduler.advance(by: .seconds(60))
        #expect(try recorder.failure().stage == .deadline)
    }
}
