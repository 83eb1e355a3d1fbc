import Foundation
import Garage
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import ServiceTestSupport
import Testing

/// Credentials that are shared, saved and replaced.
@Suite struct GarageCredentialsSharingTests {
    @Test func renewsOnceForAThousandRequests() {
        let stage = TokenStage(refreshes: true, delay: { .milliseconds($0.number * 7_919 % 1_000) })
        let client = stage.client(stage.credentials())
        #expect(stage.ask(client).values == [7])
        stage.state.expire()
        let all = (0..<1_000).map { Events.now(client.send(GarageEndpoint<Int>("/requests/\($0)")).map(\.resource)) }
        stage.scheduler.advance(by: .seconds(10))
        #expect(all.allSatisfy { $0.values == [7] && $0.isCompleted })
        #expect(stage.forms.count == 2)
        #expect(stage.tokens.count == 2_001)
        #expect(stage.tokens.filter { $0 == "Bearer token-2" }.count == 1_000)
    }

    @Test func obtainsOnceForAThousandRequests() {
        let stage = TokenStage()
        let client = stage.client(stage.credentials())
        let all = (0..<1_000).map { Events.now(client.send(GarageEndpoint<Int>("/requests/\($0)")).map(\.resource)) }
        stage.scheduler.advance(by: .seconds(10))
        #expect(all.allSatisfy { $0.values == [7] })
        #expect(stage.forms.count == 1)
        #expect(stage.tokens.count == 1_000)
    }

    @Test func isSharedByClients() {
        let stage = TokenStage()
        let credentials = stage.credentials()
        #expect(stage.ask(stage.client(credentials)).values == [7])
        #expect(stage.ask(stage.client(credentials)).values == [7])
        #expect(stage.forms.count == 1)
    }

    @Test func beginsWithATokenThatWasSaved() {
        let stage = TokenStage()
        _ = stage.state.issue()
        let saved = GarageToken(
            accessToken: "token-1", expiresIn: .seconds(3_600), createdAt: Date(timeIntervalSince1970: 0))
        let credentials = stage.credentials(saved: saved) { Date(timeIntervalSince1970: 1_000) }
        #expect(stage.ask(stage.client(credentials)).values == [7])
        #expect(stage.forms.isEmpty)
        // Of its hour, less than three quarters were left.
        stage.scheduler.advance(by: .seconds(2_580))
        #expect(stage.ask(stage.client(credentials)).values == [7])
        #expect(stage.tokens == ["Bearer token-1", "Bearer token-2"])
    }

    @Test func renewsASavedTokenThatHasExpiredBeforeItIsUsed() {
        let stage = TokenStage()
        let saved = GarageToken(
            accessToken: "old", expiresIn: .seconds(60), createdAt: Date(timeIntervalSince1970: 0),
            refreshToken: "kept")
        let credentials = stage.credentials(saved: saved) { Date(timeIntervalSince1970: 60) }
        #expect(stage.ask(stage.client(credentials)).values == [7])
        #expect(stage.forms == ["grant_type=refresh_token&refresh_token=kept"])
        #expect(stage.tokens == ["Bearer token-1"])
    }

    @Test(arguments: [false, true]) func takesAnotherTokenInItsPlace(hadOne: Bool) {
        let stage = TokenStage()
        let credentials = stage.credentials()
        let client = stage.client(credentials)
        if hadOne { #expect(stage.ask(client).values == [7]) }
        credentials.replace(with: GarageToken(accessToken: "of-another", refreshToken: "theirs"))
        #expect(credentials.token?.accessToken == "of-another")
        #expect(stage.ask(client).values == [7])
        #expect(stage.forms.last == "grant_type=refresh_token&refresh_token=theirs")
        #expect(stage.tokens.suffix(2).first == "Bearer of-another")
    }

    @Test func sendsTheTokenToItsOwnServerAlone() {
        let transport = StubTransport { request in
            switch request.path {
            case "/oauth/token": .json(Fixtures.token)
            case "/v1/moved": .status(.found, fields: [.location: "https://other.example/v1/a"])
            case "/v1/near": .status(.found, fields: [.location: "/v1/a"])
            default: .json("7")
            }
        }
        let oauth = GarageOAuth(endpoint: Fixtures.endpoint, clientID: "u", clientSecret: "s", transport: transport)
        let client = GarageClient(
            endpoint: Fixtures.endpoint, credentials: GarageCredentials(oauth, grant: .clientCredentials()),
            transport: transport, middleware: [Logging { _ in }, FollowRedirects(), Retry()])
        #expect(Events.now(client.send(GarageEndpoint<Int>("/near"))).values.count == 1)
        #expect(Events.now(client.send(GarageEndpoint<Int>("/moved"))).values.count == 1)
        struct Elsewhere: GarageRequest {
            typealias Resource = Int
            var baseURL: String? { "https://other.example" }
            var path: URLPath { "/b" }
        }
        #expect(Events.now(client.send(Elsewhere())).values.count == 1)
        let sent = transport.requests.map { "\($0.url) \($0.headerFields[.authorization] ?? "-")" }
        #expect(
            sent.dropFirst() == [
                "https://garage.example/v1/near Bearer acce55", "https://garage.example/v1/a Bearer acce55",
                "https://garage.example/v1/moved Bearer acce55", "https://other.example/v1/a -",
                "https://other.example/b -",
            ])
    }
}
