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

@Suite(.timeLimit(.minutes(10)), .disabledUnderThreadSanitizer("sequential requests")) struct SampleBearerTokenTests {
    /// Returns credentials with tokens that are numbered from 1.
    private func credentials(_ requests: Log<Void> = Log()) -> OAuthCredentials {
        credentials { .json(#"{"access_token":"token-\#(requests.append(()).count)","token_type":"Bearer"}"#) }
    }

    /// Returns credentials with the tokens in responses.
    private func credentials(_ response: @escaping @Sendable () -> StubTransport.Response) -> OAuthCredentials {
        let oauth = OAuth(
            OAuthServer(tokenEndpoint: "https://login.example.com/token"), clientID: "program",
            authentication: .body(secret: "s3cr3t"), transport: StubTransport { _ in response() })
        return OAuthCredentials(oauth, grant: .clientCredentials(scopes: [BearerTokens.scope]))
    }

    /// Runs a test with an account on a sample server that accepts the token `token-2`, and with tokens that are numbered
    /// from 1.
    private func withAccount(_ body: (StorageAccount, Log<Void>) async throws -> Void) async throws {
        var options = SampleAzureStorage.Options()
        options.accessTokens = ["token-2"]
        try await StorageFixture.withSample(options) { fixture async throws in
            let refreshes = Log<Void>()
            var account = fixture.account
            account.credential = .bearer(BearerTokens(credentials(refreshes)))
            try await body(account, refreshes)
        }
    }

    @Test func refreshesRejectedTokenOnceForAllRequests() async throws {
        try await withAccount { account, refreshes async throws in
            let blobs = BlobClient(account)
            #expect(try await blobs.containers().collected().count == 2)
            #expect(refreshes.entries.count == 2)
            // Both services share the tokens.
            #expect(try await QueueClient(account).peek(at: "jobs").firstValue().count == 1)
            let blob = BlobPath("backups", "a")
            _ = try await blobs.upload(HTTPBody(sampleBytes(100)), to: blob).collected()
            #expect(try await blobs.data(of: blob).firstValue().count == 100)
            #expect(refreshes.entries.count == 2)
        }
    }

    @Test func sendsTokenVersionAndDate() async throws {
        try await withAccount { account, _ async throws in
            let fields = Log<HTTPFields>()
            let transport = AlteringTransport { request, _, response in
                fields.append(request.headerFields)
                return response
            }
            let blobs = BlobClient(account, transport: transport)
            _ = try await blobs.serviceProperties().firstValue()
            let last = try #require(fields.entries.last)
            #expect(last[.authorization] == "Bearer token-2")
            #expect(last[HTTPField.Name(literal: "x-ms-version")] == "2021-08-06")
            #expect(last[HTTPField.Name(literal: "x-ms-date")]?.hasSuffix("GMT") == true)
            #expect(BearerTokens.scope == "https://storage.azure.com/.default")
        }
    }

    @Test func redactsTokens() async throws {
        try await withAccount { account, _ async throws in
            let error = try await failure(of: BlobClient(account).data(of: BlobPath("none", "a")))
            var dumped = ""
            dump([account], to: &dumped)
            for text in ["\(error)", "\(account)", "\(account.credential)", String(reflecting: account), dumped] {
                #expect(!text.contains("token-"), "\(text)")
            }
        }
    }

    @Test func tokensOfSameCredentialsAreEqual() {
        let (first, second) = (credentials(), credentials())
        #expect(StorageCredential.bearer(BearerTokens(first)) == .bearer(BearerTokens(first)))
        #expect(StorageCredential.bearer(BearerTokens(first)) != .bearer(BearerTokens(second)))
        #expect(Set([BearerTokens(first), BearerTokens(first), BearerTokens(second)]).count == 2)
    }

    @Test func usesTokensOfRefresher() async throws {
        try await withAccount { account, _ async throws in
            var account = account
            let tokens = CredentialRefresher<String> { .just("token-2") }
            account.credential = .bearer(BearerTokens(tokens) { $0 })
            #expect(account.credential == .bearer(BearerTokens(tokens) { $0 }))
            _ = try await BlobClient(account).serviceProperties().firstValue()
        }
    }

    @Test func forwardsErrorOfTokenSource() async throws {
        try await withAccount { account, _ async throws in
            var account = account
            let credentials = credentials { .fail(TransportError(.couldNotConnect, "no sign-in")) }
            account.credential = .bearer(BearerTokens(credentials))
            let blobs = BlobClient(account, retry: .constantBackoff(attempts: 1, delay: .zero))
            #expect(try await failure(of: blobs.serviceProperties()).reason.contains("no sign-in"))
        }
    }

    @Test(
        arguments: [
            ("http://acct.blob.core.windows.net", false), ("HTTP://acct.blob.core.windows.net", false),
            ("http://localhost.example.com", false), ("http://127.0.0.1.example.com:80", false),
            ("http://127.0.0.1:80@example.com", false), ("http://[::2]", false), ("http://10.0.0.1", false),
            ("http://127.999.1.1", false), ("http://127.+0.0.1", false), ("http://127.0.0.1.", false),
            ("http://127.1.2.3:8", true),
            ("https://acct.blob.core.windows.net", true), ("http://127.0.0.1:1/a", true), ("http://LocalHost", true),
            ("http://[::1]:1/a", true),
        ])
    func sendsTokenOnlyWithEncryptionOrToLoopbackHost(_ endpoint: String, _ isSent: Bool) async throws {
        let requests = Log<String>()
        let refreshes = Log<Void>()
        let transport = StubTransport { request in
            requests.append(request.headerFields[.authorization] ?? "")
            return .status(.ok)
        }
        let account = StorageAccount(
            name: "acct", credential: .bearer(BearerTokens(credentials(refreshes))), blobEndpoint: endpoint)
        let deletion = BlobClient(account, transport: transport.asService).delete(BlobPath("a", "b"))
        if isSent {
            _ = try? await deletion.firstValue()
            #expect(requests.entries == ["Bearer token-1"])
        } else {
            let error = try await failure(of: deletion)
            #expect(error.stage == .request)
            #expect(requests.entries.isEmpty)
            #expect(refreshes.entries.isEmpty)
            #expect(endpoint.contains("@") || error.reason.contains("must not be sent without encryption"))
        }
    }

    // MARK: User delegation keys

    @Test func delegationKeySignsAccessToBlob() async throws {
        try await withAccount { account, _ async throws in
            let blobs = BlobClient(account)
            let end = Date(timeIntervalSinceNow: 3_600)
            let key = try await blobs.userDelegationKey(until: end).firstValue()
            #expect(key.end <= end && key.start <= Date())
            _ = try await blobs.setAccess(ContainerAccess(), toContainer: "pictures").firstValue()
            let readme = BlobPath("pictures", "readme.txt")
            let access = ServiceAccess(to: .blob(readme), permissions: .read, until: end, requiresHTTPS: false)
            var guest = account
            guest.credential = .sharedAccessSignature(try access.signed(by: key, of: account.name))
            #expect(try await BlobClient(guest).data(of: readme).firstValue().count == 16)
            try await expectFailure(
                of: BlobClient(guest).data(of: BlobPath("pictures", "random.bin")), .authenticationFailed)
        }
    }

    @Test func delegationKeyRequiresToken() async throws {
        try await StorageFixture.withSample { fixture async throws in
            try await expectFailure(
                of: fixture.blobs().userDelegationKey(until: Date(timeIntervalSinceNow: 60)), .authenticationFailed)
        }
    }

    @Test func rejectsInvalidPeriods() async throws {
        let start = Date(timeIntervalSince1970: 1_795_219_200)
        for length in [0.0, 0.5, -1, 604_801] {
            let key = BlobClient(.emulator).userDelegationKey(from: start, until: start.addingTimeInterval(length))
            let error = try await failure(of: key)
            #expect(error.stage == .request && error.attempts == 0)
            #expect(error.reason.contains("must be positive and at most seven days"))
        }
        try await withAccount { account, _ async throws in
            let key = BlobClient(account).userDelegationKey(until: Date(timeIntervalSinceNow: 700_000))
            #expect(try await failure(of: key).azureStorage?.code.rawValue == "InvalidXmlNodeValue")
        }
    }
}
