import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillSampleServices
import RillServiceTestSupport
import Testing

/// Tests the sample server's tokens over the real transport.
@Suite(.timeLimit(.minutes(10))) struct SampleGarageOAuthTests {
    private let alice = GarageGrant.password(username: "alice@example.com", password: "any")

    private func options(_ clock: ManualDate, refreshes: Bool = false) -> SampleGarage.Options {
        var options = SampleGarage.Options()
        options.issuesRefreshTokens = refreshes
        options.now = { clock.now }
        return options
    }

    @Test func issuesTokenForUser() async throws {
        let clock = ManualDate(secondsSince1970: 1_795_226_440)
        let begin = Date()
        try await SampleContext.run(options(clock)) { context in
            let token = try await context.oauth().token(alice).firstValue()
            #expect(token.expiresIn == .seconds(7_200))
            #expect(token.scopes == ["public", "write_post"])
            #expect(try #require(token.createdAt) >= begin)
            #expect(token.refreshToken == nil)
            let issued = clock.now
            clock.advance(by: 100)
            #expect(
                try await context.oauth().info(of: token.accessToken).firstValue()
                    == GarageTokenInfo(
                        resourceOwnerID: "1", scopes: ["public", "write_post"], expiresIn: .seconds(7_100),
                        applicationUID: "sample-application", createdAt: issued))
            let example = GarageExample(context.client(token: token.accessToken))
            #expect(try await example.users().firstValue().totalCount == 45)
        }
    }

    @Test func issuesTokenWithoutUser() async throws {
        try await SampleContext.run { context in
            let token = try await context.oauth().token(.clientCredentials(scopes: ["public"])).firstValue()
            #expect(token.scopes == ["public"])
            #expect(try await context.oauth().info(of: token.accessToken).firstValue().resourceOwnerID == nil)
            let example = GarageExample(context.client(token: token.accessToken))
            #expect(try await failure(of: example.updateUser(id: 1, name: "x")).garage?.kind == .forbidden)
        }
    }

    @Test func returnsDoorkeeperErrors() async throws {
        try await SampleContext.run { context in
            let unknown = GarageGrant.password(username: "unknown@example.com", password: "x")
            for (oauth, grant, status, code) in [
                (context.oauth(), unknown, 400, .invalidGrant),
                (context.oauth(secret: "wrong"), alice, 401, .invalidClient),
                (context.oauth(id: "other"), alice, 401, .invalidClient),
                (context.oauth(), .refreshToken("none"), 400, .invalidGrant),
                (context.oauth(), .clientCredentials(scopes: ["sudo"]), 400, .invalidScope),
                (context.oauth(), GarageGrant(type: "assertion", parameters: [:]), 400, .unsupportedGrantType),
                (context.oauth(), GarageGrant(type: "", parameters: [:]), 400, .invalidRequest),
            ] as [(GarageOAuth, GarageGrant, Int, GarageOAuthError.Code)] {
                let error = try await failure(of: oauth.token(grant))
                #expect(error.status?.code == status, "\(grant): \(error)")
                #expect(error.garageOAuth?.code == code, "\(grant): \(error)")
            }
            let info = try await failure(of: context.oauth().info(of: "none"))
            #expect(info.status == .unauthorized)
            #expect(info.garageOAuth?.code == .invalidToken)
            let revoking = try await failure(of: context.oauth(secret: "wrong").revoke("x"))
            #expect(revoking.garageOAuth?.code == .invalidClient)
        }
    }

    @Test func rejectsRevokedToken() async throws {
        try await SampleContext.run { context in
            let token = try await context.oauth().token(alice).firstValue()
            let example = GarageExample(context.client(token: token.accessToken))
            #expect(try await example.user(id: 1).firstValue().id == 1)
            try await context.oauth().revoke(token.accessToken).firstValue()
            #expect(try await failure(of: example.user(id: 1)).garage?.kind == .unauthorized)
            #expect(try await failure(of: context.oauth().info(of: token.accessToken)).status == .unauthorized)
            try await context.oauth().revoke("unknown").firstValue()
        }
    }

    @Test func rejectsRevocationByAnotherApplication() async throws {
        var options = SampleGarage.Options()
        options.applications["other"] = "other-secret"
        options.issuesRefreshTokens = true
        try await SampleContext.run(options) { context in
            let token = try await context.oauth().token(alice).firstValue()
            let refreshToken = try #require(token.refreshToken)
            let other = context.oauth(id: "other", secret: "other-secret")
            for text in [token.accessToken, refreshToken] {
                let error = try await failure(of: other.revoke(text))
                #expect(error.status == .forbidden && error.garageOAuth?.code == .unauthorizedClient)
            }
            let example = GarageExample(context.client(token: token.accessToken))
            #expect(try await example.user(id: 1).firstValue().id == 1)
            try await context.oauth().revoke(token.accessToken).firstValue()
            #expect(try await failure(of: example.user(id: 1)).garage?.kind == .unauthorized)
        }
    }

    @Test(arguments: [false, true]) func renewsExpiredToken(refreshes: Bool) async throws {
        let clock = ManualDate(secondsSince1970: 1_795_226_440)
        try await SampleContext.run(options(clock, refreshes: refreshes)) { context in
            let credentials = GarageCredentials(context.oauth(), grant: alice)
            let example = GarageExample(GarageClient(endpoint: context.sample.baseURL, credentials: credentials))
            #expect(try await example.user(id: 1).firstValue().id == 1)
            let first = try #require(credentials.token)
            #expect((first.refreshToken != nil) == refreshes)
            clock.advance(by: 7_199)
            #expect(try await example.user(id: 1).firstValue().id == 1)
            #expect(credentials.token == first)
            clock.advance(by: 1)
            #expect(try await example.user(id: 1).firstValue().id == 1)
            #expect(credentials.token != first)
            let forms = context.sample.server.requests.filter { $0.path == "/oauth/token" }.map(\.bodyText)
            #expect(forms.count == 2)
            #expect(forms.last?.hasPrefix(refreshes ? "grant_type=refresh_token" : "grant_type=password") == true)
        }
    }

    @Test func repeatsGrantWhenRefreshTokenIsRevoked() async throws {
        let clock = ManualDate(secondsSince1970: 1_795_226_440)
        try await SampleContext.run(options(clock, refreshes: true)) { context in
            let credentials = GarageCredentials(context.oauth(), grant: alice)
            let example = GarageExample(GarageClient(endpoint: context.sample.baseURL, credentials: credentials))
            #expect(try await example.user(id: 1).firstValue().id == 1)
            try await context.oauth().revoke(try #require(credentials.token?.refreshToken)).firstValue()
            #expect(try await example.user(id: 1).firstValue().id == 1)
            #expect(context.targets.filter { $0 == "/oauth/token" }.count == 3)
        }
    }

    @Test func renewsOnceForThousandRequests() async throws {
        let clock = ManualDate(secondsSince1970: 1_795_226_440)
        try await SampleContext.run(options(clock, refreshes: true)) { context in
            let credentials = GarageCredentials(context.oauth(), grant: alice)
            let example = GarageExample(GarageClient(endpoint: context.sample.baseURL, credentials: credentials))
            #expect(try await example.user(id: 1).firstValue().id == 1)
            clock.advance(by: 7_200)
            let queue = ConcurrentDispatchQueueScheduler()
            let ids = try await Observable.from(0..<1_000)
                .flatMap(maxConcurrent: 64) { _ in example.user(id: 1).map(\.id).subscribeOn(queue) }
                .toArray().firstValue()
            #expect(ids == Array(repeating: 1, count: 1_000))
            #expect(context.targets.filter { $0 == "/oauth/token" }.count == 2)
        }
    }
}
