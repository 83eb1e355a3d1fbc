import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillOAuth
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests of the authorization-code grant with the sample server over the default transport.
@Suite(.timeLimit(.minutes(10))) struct SampleGarageSignInTests {
    private static func open(_ url: String) {
        _ = Client(baseURL: "http://127.0.0.1", middleware: [FollowRedirects()]).send(Endpoint<Void>(.url(url)))
            .subscribe(onNext: { _ in }, onError: { _ in })
    }

    @Test func signsInWithAuthorizationCode() async throws {
        var options = SampleGarage.Options()
        options.issuesRefreshTokens = true
        try await SampleContext.run(options) { context in
            let oauth = context.oauth()
            let token = try await oauth.signIn(scopes: ["public"]) { Self.open($0) }.firstValue()
            #expect(token.scopes == ["public"])
            let info = try await oauth.info(of: token.accessToken).firstValue()
            #expect(info.resourceOwnerID == "1")
            let credentials = GarageCredentials(oauth.oauth, token: token)
            let client = GarageClient(endpoint: context.sample.baseURL, credentials: credentials)
            _ = try await oauth.revoke(token.accessToken).firstValue()
            // The server has revoked the refresh token, too.
            let error = try await failure(of: GarageExample(client).users())
            #expect(error.signIn?.reason == .signInRequired)
            #expect(error.garageOAuth?.code == .invalidGrant)
        }
    }

    @Test func renewsTokenOfAuthorizationCode() async throws {
        var options = SampleGarage.Options()
        options.issuesRefreshTokens = true
        let clock = ManualDate(secondsSince1970: 1_795_226_440)
        options.now = { clock.now }
        try await SampleContext.run(options) { context in
            let oauth = context.oauth()
            let token = try await oauth.signIn { Self.open($0) }.firstValue()
            let credentials = GarageCredentials(oauth.oauth, token: token, now: { clock.now })
            let client = GarageClient(endpoint: context.sample.baseURL, credentials: credentials)
            clock.advance(by: 7_201)
            #expect(try await GarageExample(client).users().firstValue().resource.count == 20)
            #expect(credentials.token?.accessToken != token.accessToken)
        }
    }

    /// Doorkeeper does not form-decode Basic credentials.
    @Test func secretIsSentUnchanged() async throws {
        var options = SampleGarage.Options()
        options.applications["a b"] = "s+/=:% é"
        try await SampleContext.run(options) { context in
            let oauth = GarageOAuth(
                endpoint: context.sample.baseURL, clientID: "a b", clientSecret: "s+/=:% é")
            let token = try await oauth.token(.clientCredentials()).firstValue()
            #expect(!token.accessToken.isEmpty)
        }
    }

    @Test func signInWithUnknownScopeFails() async throws {
        try await SampleContext.run { context in
            let error = await #expect(throws: OAuthSignInError.self) {
                try await context.oauth().signIn(scopes: ["admin"]) { Self.open($0) }.firstValue()
            }
            #expect(error?.oauth?.code == .invalidScope)
        }
    }

    @Test func signInWithPlainCodeChallengeFails() async throws {
        try await SampleContext.run { context in
            let error = await #expect(throws: OAuthSignInError.self) {
                try await context.oauth().signIn { Self.open($0.replacing("S256", with: "plain")) }.firstValue()
            }
            #expect(error?.oauth?.code == "invalid_code_challenge_method")
        }
    }
}
