import Foundation
import Rill
import RillHTTP
import RillHTTPTesting
import RillOAuth
import RillSampleServices
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

/// Tests of all grants with the sample server over the default transport.
@Suite(.timeLimit(.minutes(10))) struct SampleOAuthTests {
    private static let browser = Client(baseURL: "http://127.0.0.1", middleware: [FollowRedirects()])

    private func run(
        _ options: SampleOAuth.Options = .init(), id: String = "sample-program", secret: String? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        _ body: (SampleOAuth, OAuth) async throws -> Void
    ) async throws {
        let sample = try SampleOAuth(options: options)
        defer { sample.stop() }
        let server = try await OAuthServer.discover(sample.baseURL).firstValue()
        try await body(
            sample,
            OAuth(
                server, clientID: id, authentication: secret.map { .basic(secret: $0) } ?? .none, scheduler: scheduler))
    }

    private static func open(_ url: String) {
        _ = browser.send(Endpoint<Void>(.url(url))).subscribe(onNext: { _ in }, onError: { _ in })
    }

    private func userInfo(_ sample: SampleOAuth, _ token: OAuthToken) async throws -> [String: String] {
        let client = Client(
            baseURL: sample.baseURL, middleware: [.bearer(token.accessToken, for: sample.baseURL)] as [Authentication])
        return try await client.send(Endpoint<[String: String]>("/userinfo")).firstValue()
    }

    @Test func signsInWithBrowser() async throws {
        try await run { sample, oauth in
            let token = try await oauth.signIn(scopes: ["read", "write"]) { Self.open($0) }.firstValue()
            #expect(token.scopes == ["read", "write"])
            #expect(try await userInfo(sample, token) == ["sub": "bob", "scope": "read write"])
            let renewed = try await oauth.token(.refreshToken(token.refreshToken ?? "")).firstValue()
            #expect(renewed.accessToken != token.accessToken)
            let error = try await failure(of: oauth.token(.refreshToken(token.refreshToken ?? "")))
            #expect(error.oauth?.code == .invalidGrant)
            _ = try await oauth.revoke(renewed.accessToken).firstValue()
            await #expect(throws: APIError.self) { try await userInfo(sample, renewed) }
        }
    }

    @Test func deniedSignInFailsWithReasonOfServer() async throws {
        try await run { _, oauth in
            let error = await #expect(throws: OAuthSignInError.self) {
                try await oauth.signIn { Self.open("\($0)&decision=deny") }.firstValue()
            }
            #expect(error?.reason == .denied)
            #expect(error?.oauth?.message == "The user said no.")
        }
    }

    @Test(arguments: ["http://127.0.0.1:1@evil.example/", "http://127.0.0.1:/", "http://127.0.0.1:1.evil.example/"])
    func redirectToOtherHostIsRejected(uri: String) async throws {
        try await run { sample, _ in
            let items: QueryItems = [
                "response_type": "code", "client_id": "sample-program", "state": "s", "redirect_uri": uri,
                "code_challenge": "c", "code_challenge_method": "S256",
            ]
            let request = Endpoint<Void>(.url("\(sample.baseURL)/authorize?\(items.encoded)"))
            let error = try await failure(of: Client(baseURL: sample.baseURL).send(request))
            #expect(error.status == .badRequest)
        }
    }

    @Test func codeWithOtherVerifierIsRejected() async throws {
        try await run { _, oauth in
            // The attacker replaces the challenge in the URL.
            let stream = oauth.signIn { url in
                Self.open(url.replacing("&code_challenge=", with: "&code_challenge=x"))
            }
            let error = try await failure(of: stream)
            #expect(error.oauth?.code == .invalidGrant)
        }
    }

    @Test func signsInWithDeviceCode() async throws {
        let scheduler = TestScheduler()
        try await run(scheduler: scheduler) { sample, oauth in
            let urls = Log<String>()
            let recorder = Recorder(
                oauth.signInWithDeviceCode(scopes: ["read"]) { urls.append($0.verificationURIComplete ?? "") })
            let url = await urls.wait(for: 1)[0]
            try await Self.browser.send(Endpoint<Void>(.url("\(url)&decision=approve"))).firstValue()
            // The first poll and the expiration of the code.
            while scheduler.pendingCount < 2 { await Task.yield() }
            scheduler.advance(by: .seconds(5))
            #expect(await recorder.waitForEnd(timeout: .seconds(60)))
            let token = try #require(recorder.values.first)
            #expect(try await userInfo(sample, token) == ["sub": "bob", "scope": "read"])
        }
    }

    @Test func obtainsTokenWithClientCredentials() async throws {
        try await run(id: "sample-application", secret: "sample-secret") { sample, oauth in
            let token = try await oauth.token(.clientCredentials(scopes: ["read"])).firstValue()
            #expect(token.refreshToken == nil)
            #expect(try await userInfo(sample, token)["sub"] == "sample-application")
            let bob = try await oauth.token(.password(username: "bob", password: "sample-password")).firstValue()
            #expect(try await userInfo(sample, bob)["sub"] == "bob")
            let error = try await failure(of: oauth.token(.password(username: "bob", password: "wr0ng-pass")))
            #expect(error.oauth?.code == .invalidGrant)
            #expect(!"\(error)".contains("wr0ng"))
        }
        try await run(id: "sample-application", secret: "wr0ng-secret") { _, oauth in
            let error = try await failure(of: oauth.token(.clientCredentials()))
            #expect(error.oauth?.code == .invalidClient)
            #expect(!"\(error)".contains("wr0ng"))
        }
    }

    @Test func revocationByAnotherClientIsRejected() async throws {
        try await run { sample, oauth in
            let token = try await oauth.token(.password(username: "bob", password: "sample-password")).firstValue()
            let server = try await OAuthServer.discover(sample.baseURL).firstValue()
            let other = OAuth(
                server, clientID: "sample-application", authentication: .basic(secret: "sample-secret"))
            let refreshToken = try #require(token.refreshToken)
            for text in [token.accessToken, refreshToken] {
                let error = try await failure(of: other.revoke(text))
                #expect(error.status == .badRequest && error.oauth?.code == .unauthorizedClient)
            }
            #expect(sample.accepts(token.accessToken))
            try await other.revoke("unknown").firstValue()
            try await oauth.revoke(refreshToken).firstValue()
            #expect(!sample.accepts(token.accessToken))
        }
    }

    @Test func tokenWithLongestLifetimeIsAccepted() async throws {
        var options = SampleOAuth.Options()
        options.tokenLifetime = .max
        try await run(options) { sample, oauth in
            let token = try await oauth.token(.password(username: "bob", password: "sample-password")).firstValue()
            #expect(try await userInfo(sample, token)["sub"] == "bob")
        }
    }

    @Test func requestsRenewExpiredToken() async throws {
        var options = SampleOAuth.Options()
        options.tokenLifetime = 0
        try await run(options) { sample, oauth in
            let token = try await oauth.signIn { Self.open($0) }.firstValue()
            let credentials = OAuthCredentials(oauth, token: token)
            let client = Client(
                baseURL: sample.baseURL, middleware: [credentials.authentication(for: sample.baseURL)])
            // The server issues tokens that it does not accept, so each request renews the token once.
            let error = try await failure(of: client.send(Endpoint<[String: String]>("/userinfo")))
            #expect(error.status == .unauthorized)
            #expect(credentials.token?.accessToken != token.accessToken)
        }
    }
}
