import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTestSupport
import RillTesting
import Testing

@Suite struct GarageCredentialsTests {
    private let password = "grant_type=password&username=bob&password=pass"

    @Test func obtainsTokenOnFirstUse() {
        let server = TokenServer()
        let credentials = server.credentials()
        let client = server.client(credentials)
        #expect(credentials.token == nil)
        #expect(server.transport.requests.isEmpty)
        #expect(server.send(client).values == [7])
        #expect(server.send(client).values == [7])
        #expect(server.forms == [password])
        #expect(server.tokens == ["Bearer token-1", "Bearer token-1"])
        #expect(credentials.token?.accessToken == "token-1")
        #expect(server.renewed.entries == ["token-1"])
    }

    @Test func repeatsGrantWithoutRefreshToken() {
        let server = TokenServer()
        let client = server.client(server.credentials())
        #expect(server.send(client).values == [7])
        server.state.expire()
        #expect(server.send(client).values == [7])
        #expect(server.forms == [password, password])
        #expect(server.tokens == ["Bearer token-1", "Bearer token-1", "Bearer token-2"])
    }

    @Test func renewsWithRefreshToken() {
        let server = TokenServer(refreshes: true)
        let client = server.client(server.credentials())
        for _ in 0..<3 {
            #expect(server.send(client).values == [7])
            server.state.expire()
        }
        #expect(
            server.forms == [
                password, "grant_type=refresh_token&refresh_token=refresh-1",
                "grant_type=refresh_token&refresh_token=refresh-2",
            ])
        #expect(server.renewed.entries == ["token-1", "token-2", "token-3"])
    }

    @Test func renewsBeforeExpiration() {
        let server = TokenServer()
        let client = server.client(server.credentials())
        #expect(server.send(client).values == [7])
        server.scheduler.advance(by: .seconds(3_500))
        #expect(server.send(client).values == [7])
        #expect(server.forms.count == 1)
        server.scheduler.advance(by: .seconds(100))
        #expect(server.send(client).values == [7])
        #expect(server.forms.count == 2)
        // The token was renewed without a 401.
        #expect(server.tokens == ["Bearer token-1", "Bearer token-1", "Bearer token-2"])
    }

    @Test func repeatsGrantWhenRefreshTokenIsRejected() {
        let server = TokenServer(refreshes: true) { request in
            request.bodyText?.contains("refresh-1") == true
                ? .json(#"{"error":"invalid_grant"}"#, status: 400, after: .seconds(1)) : nil
        }
        let client = server.client(server.credentials())
        #expect(server.send(client).values == [7])
        server.state.expire()
        #expect(server.send(client).values == [7])
        #expect(server.forms == [password, "grant_type=refresh_token&refresh_token=refresh-1", password])
    }

    @Test(arguments: [400, 500]) func failsForOtherRefreshErrors(code: Int) throws {
        let server = TokenServer(refreshes: true) { request in
            request.bodyText?.contains("refresh-1") == true
                ? .json(#"{"error":"invalid_request"}"#, status: HTTPResponse.Status(code: code)) : nil
        }
        let client = server.client(server.credentials())
        #expect(server.send(client).values == [7])
        server.state.expire()
        let error = try server.send(client).failure()
        #expect(error.garageOAuth?.code == .invalidRequest)
        #expect(server.forms.count == 2)
    }

    @Test func keepsRefreshTokenIfNotReplaced() {
        let server = TokenServer { request in
            request.bodyText?.contains("password") == true
                ? .json(#"{"access_token":"a","refresh_token":"for-ever"}"#) : nil
        }
        let credentials = server.credentials()
        let client = server.client(credentials)
        for _ in 0..<2 {
            #expect(server.send(client).values == [7])
            server.state.expire()
        }
        let refresh = "grant_type=refresh_token&refresh_token=for-ever"
        #expect(server.forms == [password, refresh, refresh])
        #expect(credentials.token?.refreshToken == "for-ever")
    }

    @Test func reportsOAuthError() throws {
        let server = TokenServer { _ in
            .json(#"{"error":"invalid_grant","error_description":"wrong"}"#, status: 401)
        }
        let error = try server.send(server.client(server.credentials())).failure()
        #expect(error.garageOAuth?.code == .invalidGrant)
        #expect(error.url == "https://garage.example/oauth/token")
        #expect(server.tokens.isEmpty)
    }

    @Test func retriesOnlyOnceAfter401() throws {
        let server = TokenServer { _ in .json(#"{"access_token":"never-valid"}"#) }
        let error = try server.send(server.client(server.credentials())).failure()
        #expect(error.garage?.kind == .unauthorized)
        #expect(server.forms.count == 2)
        #expect(server.tokens.count == 2)
    }

    @Test func doesNotRenewAfter403() throws {
        let transport = StubTransport { request in
            request.path == "/oauth/token"
                ? .json(Fixtures.token) : .json(#"{"status_code":403,"error":"no"}"#, status: 403)
        }
        let oauth = GarageOAuth(endpoint: Fixtures.endpoint, clientID: "u", clientSecret: "s", transport: transport)
        let client = GarageClient(
            endpoint: Fixtures.endpoint, credentials: GarageCredentials(oauth, grant: .clientCredentials()),
            transport: transport)
        #expect(try Recorder(client.send(GarageEndpoint<Int>("/a"))).failure().garage?.kind == .forbidden)
        #expect(transport.requests.map(\.path) == ["/oauth/token", "/v1/a"])
    }

    @Test func completesRenewalAfterDisposal() {
        let server = TokenServer(refreshes: true)
        let credentials = server.credentials()
        let subscription = server.client(credentials).send(GarageEndpoint<Int>("/a")).subscribe(onNext: { _ in })
        subscription.dispose()
        server.scheduler.advance(by: .seconds(1))
        #expect(credentials.token?.accessToken == "token-1")
        #expect(server.renewed.entries == ["token-1"])
        #expect(server.tokens.isEmpty)
    }
}
