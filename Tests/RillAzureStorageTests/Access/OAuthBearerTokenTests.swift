import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillHTTPTesting
import RillOAuth
import RillSampleServices
import RillServiceTestSupport
import RillTestSupport
import Testing

/// Tests of accounts whose access tokens are issued by a sample authorization server.
@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct OAuthBearerTokenTests {
    private let clock = SampleClock()

    /// Runs a test with an authorization server, its client, and an account that accepts its tokens.
    private func run(
        id: String = "sample-program", _ authentication: OAuthClientAuthentication = .none,
        _ body: (SampleOAuth, OAuth, StorageAccount) async throws -> Void
    ) async throws {
        var options = SampleOAuth.Options()
        options.now = { [clock] in clock.now }
        let login = try SampleOAuth(options: options)
        defer { login.stop() }
        let server = try await OAuthServer.discover(login.baseURL).firstValue()
        var storage = SampleAzureStorage.Options()
        storage.acceptsToken = { login.accepts($0) }
        try await StorageFixture.withSample(storage) { fixture async throws in
            try await body(login, OAuth(server, clientID: id, authentication: authentication), fixture.account)
        }
    }

    private func account(_ account: StorageAccount, _ credentials: OAuthCredentials) -> StorageAccount {
        var account = account
        account.credential = .bearer(BearerTokens(credentials))
        return account
    }

    private func tokenRequests(_ login: SampleOAuth) -> Int {
        login.server.requests.filter { $0.path == "/token" }.count
    }

    @Test func applicationRenewsRejectedToken() async throws {
        try await run(id: "sample-application", .basic(secret: "sample-secret")) { login, oauth, sample async throws in
            let credentials = OAuthCredentials(oauth, grant: .clientCredentials(scopes: [BearerTokens.scope]))
            let account = account(sample, credentials)
            #expect(try await BlobClient(account).containers().collected().count == 2)
            let first = try #require(credentials.token)
            #expect(first.scopes == [BearerTokens.scope])

            try await oauth.revoke(first.accessToken).firstValue()
            #expect(try await BlobClient(account).containers().collected().count == 2)
            #expect(credentials.token != first)
            // Both services share the new token.
            #expect(try await QueueClient(account).peek(at: "jobs").firstValue().count == 1)
            #expect(tokenRequests(login) == 2)
        }
    }

    @Test func processesShareTokenFile() async throws {
        try await run { login, oauth, sample async throws in
            let files = try TemporaryFiles()
            let file = OAuthTokenFile(path: files.path("token.json"))
            let token = try await oauth.token(.password(username: "bob", password: "sample-password")).firstValue()
            try await file.save(token).firstValue()
            let clients = (0..<2).map { _ in BlobClient(account(sample, OAuthCredentials(oauth, file: file))) }
            for client in clients { _ = try await client.serviceProperties().firstValue() }
            #expect(tokenRequests(login) == 1)

            // The server rejects the token, because its clock is ahead.
            clock.advance(by: 3_601)
            for client in clients { _ = try await client.serviceProperties().firstValue() }
            #expect(tokenRequests(login) == 2)
            let stored = try Data(contentsOf: URL(filePath: file.path))
            let renewed = try JSONDecoder().decode(OAuthToken.self, from: stored)
            #expect(renewed.accessToken != token.accessToken && renewed.refreshToken != token.refreshToken)
            #expect(login.accepts(renewed.accessToken))
        }
    }

    @Test func signedOutUserMustSignInAgain() async throws {
        try await run { _, oauth, sample async throws in
            let token = try await oauth.token(.password(username: "bob", password: "sample-password")).firstValue()
            let credentials = OAuthCredentials(oauth, token: token)
            let blobs = BlobClient(account(sample, credentials))
            _ = try await blobs.serviceProperties().firstValue()
            try await oauth.revoke(token.accessToken).firstValue()
            #expect(try await failure(of: blobs.serviceProperties()).signIn?.reason == .signInRequired)

            let next = try await oauth.token(.password(username: "bob", password: "sample-password")).firstValue()
            credentials.replace(with: next)
            _ = try await blobs.serviceProperties().firstValue()
        }
    }
}
