import Foundation
import Garage
import Rill
import RillHTTP
import RillHTTPTesting
import RillTesting
import ServiceTestSupport
import Testing

@Suite struct GarageCredentialsTests {
    private let password = "grant_type=password&username=bob&password=pass"

    @Test func obtainsATokenWhenItIsFirstNeeded() {
        let stage = TokenStage()
        let credentials = stage.credentials()
        let client = stage.client(credentials)
        #expect(credentials.token == nil)
        #expect(stage.transport.requests.isEmpty)
        #expect(stage.ask(client).values == [7])
        #expect(stage.ask(client).values == [7])
        #expect(stage.forms == [password])
        #expect(stage.tokens == ["Bearer token-1", "Bearer token-1"])
        #expect(credentials.token?.accessToken == "token-1")
        #expect(stage.state.renewed == ["token-1"])
    }

    @Test func asksByTheGrantAgainWhereThereIsNoRefreshToken() {
        let stage = TokenStage()
        let client = stage.client(stage.credentials())
        #expect(stage.ask(client).values == [7])
        stage.state.expire()
        #expect(stage.ask(client).values == [7])
        #expect(stage.forms == [password, password])
        #expect(stage.tokens == ["Bearer token-1", "Bearer token-1", "Bearer token-2"])
    }

    @Test func renewsByTheRefreshTokenWhereThereIsOne() {
        let stage = TokenStage(refreshes: true)
        let client = stage.client(stage.credentials())
        for _ in 0..<3 {
            #expect(stage.ask(client).values == [7])
            stage.state.expire()
        }
        #expect(
            stage.forms == [
                password, "grant_type=refresh_token&refresh_token=refresh-1",
                "grant_type=refresh_token&refresh_token=refresh-2",
            ])
        #expect(stage.state.renewed == ["token-1", "token-2", "token-3"])
    }

    @Test func renewsALittleBeforeTheEnd() {
        let stage = TokenStage()
        let client = stage.client(stage.credentials())
        #expect(stage.ask(client).values == [7])
        stage.scheduler.advance(by: .seconds(3_500))
        #expect(stage.ask(client).values == [7])
        #expect(stage.forms.count == 1)
        stage.scheduler.advance(by: .seconds(100))
        #expect(stage.ask(client).values == [7])
        #expect(stage.forms.count == 2)
        // No answer has had to say so.
        #expect(stage.tokens == ["Bearer token-1", "Bearer token-1", "Bearer token-2"])
    }

    @Test func goesBackToTheGrantWhereTheRefreshTokenIsNotTaken() {
        let stage = TokenStage(refreshes: true) { request in
            request.bodyText?.contains("refresh-1") == true
                ? .json(#"{"error":"invalid_grant"}"#, status: 400, after: .seconds(1)) : nil
        }
        let client = stage.client(stage.credentials())
        #expect(stage.ask(client).values == [7])
        stage.state.expire()
        #expect(stage.ask(client).values == [7])
        #expect(stage.forms == [password, "grant_type=refresh_token&refresh_token=refresh-1", password])
    }

    @Test(arguments: [400, 500]) func failsWhereTheRefreshFailsForAnotherReason(code: Int) throws {
        let stage = TokenStage(refreshes: true) { request in
            request.bodyText?.contains("refresh-1") == true
                ? .json(#"{"error":"invalid_request"}"#, status: HTTPResponse.Status(code: code)) : nil
        }
        let client = stage.client(stage.credentials())
        #expect(stage.ask(client).values == [7])
        stage.state.expire()
        let error = try stage.ask(client).failure()
        #expect(error.garageOAuth?.code == .invalidRequest)
        #expect(stage.forms.count == 2)
    }

    @Test func keepsTheRefreshTokenOfAServerThatSendsNoOther() {
        let stage = TokenStage { request in
            request.bodyText?.contains("password") == true
                ? .json(#"{"access_token":"a","refresh_token":"for-ever"}"#) : nil
        }
        let credentials = stage.credentials()
        let client = stage.client(credentials)
        for _ in 0..<2 {
            #expect(stage.ask(client).values == [7])
            stage.state.expire()
        }
        let refresh = "grant_type=refresh_token&refresh_token=for-ever"
        #expect(stage.forms == [password, refresh, refresh])
        #expect(credentials.token?.refreshToken == "for-ever")
    }

    @Test func saysWhyThereIsNoToken() throws {
        let stage = TokenStage { _ in
            .json(#"{"error":"invalid_grant","error_description":"wrong"}"#, status: 401)
        }
        let error = try stage.ask(stage.client(stage.credentials())).failure()
        #expect(error.garageOAuth?.code == .invalidGrant)
        #expect(error.url == "https://garage.example/oauth/token")
        #expect(stage.tokens.isEmpty)
    }

    @Test func isAskedOnceMoreAndNotAThirdTime() throws {
        let stage = TokenStage { _ in .json(#"{"access_token":"never-good"}"#) }
        let error = try stage.ask(stage.client(stage.credentials())).failure()
        #expect(error.garage?.kind == .unauthorized)
        #expect(stage.forms.count == 2)
        #expect(stage.tokens.count == 2)
    }

    @Test func hasARefusalOfAnotherKindRenewNothing() throws {
        let transport = StubTransport { request in
            request.path == "/oauth/token"
                ? .json(Fixtures.token) : .json(#"{"status_code":403,"error":"no"}"#, status: 403)
        }
        let oauth = GarageOAuth(endpoint: Fixtures.endpoint, clientID: "u", clientSecret: "s", transport: transport)
        let client = GarageClient(
            endpoint: Fixtures.endpoint, credentials: GarageCredentials(oauth, grant: .clientCredentials()),
            transport: transport)
        #expect(try Events.now(client.send(GarageEndpoint<Int>("/a"))).failure().garage?.kind == .forbidden)
        #expect(transport.requests.map(\.path) == ["/oauth/token", "/v1/a"])
    }

    @Test func finishesARenewalThatNobodyWaitsForAnyMore() {
        let stage = TokenStage(refreshes: true)
        let credentials = stage.credentials()
        let subscription = stage.client(credentials).send(GarageEndpoint<Int>("/a")).subscribe(onNext: { _ in })
        subscription.dispose()
        stage.scheduler.advance(by: .seconds(1))
        #expect(credentials.token?.accessToken == "token-1")
        #expect(stage.state.renewed == ["token-1"])
        #expect(stage.tokens.isEmpty)
    }
}
