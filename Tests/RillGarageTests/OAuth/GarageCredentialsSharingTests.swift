import Foundation
import Rill
import RillGarage
import RillHTTP
import RillHTTPTesting
import RillServiceTestSupport
import RillTesting
import Testing

/// Shared, saved and replaced credentials.
@Suite struct GarageCredentialsSharingTests {
    @Test func renewsOnceForThousandRequests() {
        let server = TokenServer(refreshes: true, delay: { .milliseconds($0.number * 7_919 % 1_000) })
        let client = server.client(server.credentials())
        #expect(server.send(client).values == [7])
        server.state.expire()
        let all = (0..<1_000).map { Recorder(client.send(GarageEndpoint<Int>("/requests/\($0)")).map(\.resource)) }
        server.scheduler.advance(by: .seconds(10))
        #expect(all.allSatisfy { $0.values == [7] && $0.isCompleted })
        #expect(server.forms.count == 2)
        #expect(server.tokens.count == 2_001)
        #expect(server.tokens.filter { $0 == "Bearer token-2" }.count == 1_000)
    }

    @Test func obtainsOnceForThousandRequests() {
        let server = TokenServer()
        let client = server.client(server.credentials())
        let all = (0..<1_000).map { Recorder(client.send(GarageEndpoint<Int>("/requests/\($0)")).map(\.resource)) }
        server.scheduler.advance(by: .seconds(10))
        #expect(all.allSatisfy { $0.values == [7] })
        #expect(server.forms.count == 1)
        #expect(server.tokens.count == 1_000)
    }

    @Test func clientsShareToken() {
        let server = TokenServer()
        let credentials = server.credentials()
        #expect(server.send(server.client(credentials)).values == [7])
        #expect(server.send(server.client(credentials)).values == [7])
        #expect(server.forms.count == 1)
    }

    @Test func startsWithSavedToken() {
        let server = TokenServer()
        _ = server.state.issue()
        let saved = GarageToken(
            accessToken: "token-1", expiresIn: .seconds(3_600), createdAt: Date(timeIntervalSince1970: 0))
        let credentials = server.credentials(saved: saved) { Date(timeIntervalSince1970: 1_000) }
        #expect(server.send(server.client(credentials)).values == [7])
        #expect(server.forms.isEmpty)
        // The saved token had less than 45 minutes left.
        server.scheduler.advance(by: .seconds(2_580))
        #expect(server.send(server.client(credentials)).values == [7])
        #expect(server.tokens == ["Bearer token-1", "Bearer token-2"])
    }

    @Test func renewsExpiredSavedTokenBeforeUse() {
        let server = TokenServer()
        let saved = GarageToken(
            accessToken: "old", expiresIn: .seconds(60), createdAt: Date(timeIntervalSince1970: 0),
            refreshToken: "kept")
        let credentials = server.credentials(saved: saved) { Date(timeIntervalSince1970: 60) }
        #expect(server.send(server.client(credentials)).values == [7])
        #expect(server.forms == ["grant_type=refresh_token&refresh_token=kept"])
        #expect(server.tokens == ["Bearer token-1"])
    }

    @Test(arguments: [false, true]) func replacesToken(hadOne: Bool) {
        let server = TokenServer()
        let credentials = server.credentials()
        let client = server.client(credentials)
        if hadOne { #expect(server.send(client).values == [7]) }
        credentials.replace(with: GarageToken(accessToken: "of-another", refreshToken: "theirs"))
        #expect(credentials.token?.accessToken == "of-another")
        #expect(server.send(client).values == [7])
        #expect(server.forms.last == "grant_type=refresh_token&refresh_token=theirs")
        #expect(server.tokens.suffix(2).first == "Bearer of-another")
    }

    @Test func doesNotSendTokenToOtherServers() {
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
        #expect(Recorder(client.send(GarageEndpoint<Int>("/near"))).values.count == 1)
        #expect(Recorder(client.send(GarageEndpoint<Int>("/moved"))).values.count == 1)
        struct Elsewhere: GarageRequest {
            typealias Resource = Int
            var baseURL: String? { "https://other.example" }
            var path: URLPath { "/b" }
        }
        #expect(Recorder(client.send(Elsewhere())).values.count == 1)
        let sent = transport.requests.map { "\($0.url) \($0.headerFields[.authorization] ?? "-")" }
        #expect(
            sent.dropFirst() == [
                "https://garage.example/v1/near Bearer acce55", "https://garage.example/v1/a Bearer acce55",
                "https://garage.example/v1/moved Bearer acce55", "https://other.example/v1/a -",
                "https://other.example/b -",
            ])
    }
}
