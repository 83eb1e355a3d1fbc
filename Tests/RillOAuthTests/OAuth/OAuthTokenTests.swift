import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillOAuth
import RillServiceTestSupport
import RillTesting
import Testing

@Suite struct OAuthTokenTests {
    private func decode(_ json: String) throws -> OAuthToken {
        try JSONDecoder().decode(OAuthToken.self, from: Data(json.utf8))
    }

    @Test(arguments: [
        ("60", 60), ("60.9", 60), ("\"60\"", 60), ("0", 0), ("1e300", 3_155_760_000),
        ("99999999999999999999", 3_155_760_000),
    ])
    func lifetimeIsRoundedDownAndLimited(json: String, seconds: Int) throws {
        let token = try decode(#"{"access_token":"a","expires_in":\#(json)}"#)
        #expect(token.expiresIn == .seconds(seconds))
    }

    @Test(arguments: [
        #"{"access_token":"a","expires_in":-1}"#, #"{"access_token":"a","expires_in":"soon"}"#,
        #"{"access_token":"a","expires_in":"nan"}"#, #"{"access_token":"a","expires_in":{}}"#,
        #"{"access_token":""}"#, #"{"access_token":"a\nb"}"#, #"{"access_token":"é"}"#, #"{"access_token":null}"#,
        #"{"access_token":"a","refresh_token":"b\u0000"}"#, #"{"token_type":"Bearer"}"#,
    ])
    func hostileTokenFailsDecoding(json: String) {
        #expect(throws: DecodingError.self) { try decode(json) }
    }

    @Test func unusualValuesAreAccepted() throws {
        let token = try decode(
            #"{"access_token":"a b","created_at":"2026-11-23T00:00:00Z","scope":["x","y z"],"refresh_token":""}"#)
        #expect(token == OAuthToken(accessToken: "a b", scopes: ["x", "y", "z"]))
        let other = try decode(#"{"access_token":"a","created_at":1.5,"scope":{},"refresh_token":null}"#)
        #expect(other == OAuthToken(accessToken: "a"))
    }

    @Test(arguments: [
        "<html>access_token=plan7ed</html>", "", "[]", #"{"access_token":7}"#,
        #"{"access_token":"plan7ed","expires_in":-5}"#, #"{"access_token":"plan7ed\n","token_type":"Bearer"}"#,
        #"{"access_token":"plan7ed","token_type":"DPoP"}"#, #"{"refresh_token":"plan7ed"}"#,
    ])
    func hostileResponseFailsWithoutSecrets(body: String) throws {
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .json(body) })
        let error = try Recorder(oauth.token(.clientCredentials())).failure()
        #expect(error.stage == .decoding)
        for text in OAuthFixtures.texts(of: error) + [error.bodyPrefix] { #expect(!text.contains("plan7ed")) }
    }

    @Test func endlessResponseFails() throws {
        let server = try LoopbackServer { _ in .pattern(byteCount: 1 << 40) }
        defer { server.stop() }
        let oauth = OAuth(OAuthServer(tokenEndpoint: "\(server.baseURL)/token"), clientID: "program")
        let recorder = Recorder(oauth.token(.clientCredentials()))
        #expect(recorder.waitForEnd(timeout: .seconds(60)))
        #expect((try recorder.failure().underlying as? TransportError)?.code == .tooLarge)
    }

    /// Verifies that the clock of the server does not matter.
    @Test(arguments: ["", #","created_at":100"#]) func creationDateIgnoresServerClock(more: String) {
        let json = OAuthFixtures.token.replacing("}", with: "\(more)}")
        let oauth = OAuthFixtures.oauth(StubTransport { _ in .json(json) })
        let token = Recorder(oauth.token(.clientCredentials())).values.first
        #expect(token?.createdAt == OAuthFixtures.date)
        #expect(token?.expiresAt == OAuthFixtures.date + 3_600)
    }

    @Test(arguments: [
        (-86_400, 60), (0, 60), (20, 40), (60, 0), (100, 0), (1e300, 0), (.infinity, 0), (-.infinity, 60), (.nan, 60),
    ])
    func remainingLifetimeIsAtMostTheLifetime(age: Double, seconds: Int) {
        let token = OAuthToken(accessToken: "a", expiresIn: .seconds(60), createdAt: OAuthFixtures.date)
        #expect(token.lifetime(at: OAuthFixtures.date + age) == .seconds(seconds))
    }

    @Test func lifetimeCanBeLongerThanTheLongestNumberOfSeconds() throws {
        let token = OAuthToken(accessToken: "a", expiresIn: .seconds(Int64.max) * 18, createdAt: OAuthFixtures.date)
        #expect(token.expiresAt == OAuthFixtures.date + Double(Int64.max))
        #expect("\(token)" == "OAuthToken(valid for \(Int64.max) s)")
        let decoded = try JSONDecoder().decode(OAuthToken.self, from: JSONEncoder().encode(token))
        #expect(decoded.expiresIn == .seconds(3_155_760_000))
    }

    @Test(
        arguments: [
            (#"Bearer realm="x", error="invalid_grant""#, "invalid_grant"),
            ("Bearer error=invalid_client", "invalid_client"),
            (#"Basic realm="x", Bearer ERROR="invalid_scope""#, "invalid_scope"),
            (#"Bearer my_error="x""#, nil), ("Bearer error=", nil), ("Bearer", nil),
        ] as [(String, String?)])
    func codeInChallengeIsFound(challenge: String, code: String?) {
        let head = HTTPResponse(status: .unauthorized, headerFields: [.wwwAuthenticate: challenge])
        #expect(OAuthError(head: head, body: Data())?.code.rawValue == code)
    }
}
