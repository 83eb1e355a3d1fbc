import Foundation
import Rill
import RillAzureStorage
import RillHTTP
import RillOAuth
import RillSampleServices
import RillTestSupport
import Testing

/// The samples on the page "AzureStorage" for append and page blobs, leases, and access, which run against a sample server.
@Suite(.timeLimit(.minutes(10)))
struct AzureStorageAccessSamples {
    private let film = BlobPath("films", "film.mp4")

    /// Runs a closure with an account on a sample server that has a blob.
    private func run(
        login: SampleOAuth? = nil, _ body: (StorageAccount, AccountKey) async throws -> Void
    ) async throws {
        var options = SampleAzureStorage.Options()
        options.acceptsToken = { login?.accepts($0) == true }
        let storage = try SampleAzureStorage(options: options)
        defer { storage.stop() }
        let account = try StorageAccount(connectionString: storage.connectionString)
        guard case .sharedKey(let key) = account.credential else { throw CancellationError() }
        let blobs = BlobClient(account)
        _ = try await blobs.createContainer("films").firstValue()
        _ = try await blobs.put(HTTPBody("{}"), to: film).firstValue()
        try await body(account, key)
    }

    @Test func appendsAndWritesPages() async throws {
        try await run { account, _ in
            let blobs = BlobClient(account)
            let log = BlobPath("films", "log.txt")
            _ = try await blobs.createAppendBlob(log, conditions: .isNew).firstValue()
            let block = try await blobs.append(HTTPBody("started\n"), to: log).firstValue()
            _ = try await blobs.append(HTTPBody("stopped\n"), to: log, at: block.offset + 8).firstValue()

            let disk = BlobPath("films", "disk.img")
            _ = try await blobs.createPageBlob(disk, size: 1 << 30).firstValue()
            _ = try await blobs.putPages(HTTPBody([UInt8](repeating: 1, count: 1_024)), at: 512, of: disk).firstValue()
            _ = try await blobs.clearPages(512..<1_024, of: disk).firstValue()
            let ranges = try await blobs.pageRanges(of: disk).collected()  // [1024..<1536]
            #expect("\(ranges)" == "[Range(1024..<1536)]" || "\(ranges)" == "[1024..<1536]")

            let entry = Array("running\n".utf8)
            _ = try await blobs.append(HTTPBody(entry), to: log, checksum: .crc64(of: entry)).firstValue()
            #expect(try await blobs.data(of: log).firstValue() == Data("started\nstopped\nrunning\n".utf8))
        }
    }

    @Test func leasesBlobs() async throws {
        try await run { account, _ in
            let blobs = BlobClient(account)
            let id = try await blobs.acquireLease(on: .blob(film), for: .limited(to: .seconds(30))).firstValue()
            _ = try await blobs.setMetadata(["seen": "yes"], of: film, conditions: AccessConditions(leaseID: id))
                .firstValue()
            try await blobs.releaseLease(id, on: .blob(film)).firstValue()

            let work = blobs.holdLease(on: .blob(film)).flatMap { id in
                blobs.put(HTTPBody("{}"), to: film, conditions: AccessConditions(leaseID: id))
            }
            let version = try await work.firstValue()
            #expect(!"\(version)".isEmpty)
        }
    }

    @Test func grantsAccess() async throws {
        try await run { account, key in
            let (blobs, queues) = (BlobClient(account), QueueClient(account))
            let tomorrow = Date(timeIntervalSinceNow: 86_400)
            let link = ServiceAccess(
                to: .blob(film), permissions: .read, until: tomorrow,
                responseHeaders: BlobHeaders(contentDisposition: "attachment; filename=\"film.mp4\""))
            let url = "\(blobs.url(of: film))?\(try link.signed(by: key, of: account.name).query)"
            // The signature permits only https, which the sample server does not support.
            #expect(url.hasPrefix("\(blobs.url(of: film))?sv=") && url.contains("&spr=https&sr=b&"))

            _ = try await queues.createQueue("thumbnails").firstValue()
            var containerAccess = try await blobs.access(toContainer: "films").firstValue()
            containerAccess.policies.append(
                StoredAccessPolicy(id: "readers", permissions: [.read, .list], until: tomorrow))
            _ = try await blobs.setAccess(containerAccess, toContainer: "films").firstValue()
            let workers = StoredAccessPolicy(id: "workers", permissions: [.read, .process], until: tomorrow)
            try await queues.setAccessPolicies([workers], ofQueue: "thumbnails").firstValue()
            let readers = try ServiceAccess(to: .container("films"), policyID: "readers").signed(
                by: key, of: account.name)
            #expect(try await blobs.access(toContainer: "films").firstValue().policies.map(\.id) == ["readers"])
            #expect(!"\(readers)".isEmpty)
        }
    }

    @Test func usesAccessTokens() async throws {
        let login = try SampleOAuth()
        defer { login.stop() }
        let browser = Client(baseURL: login.baseURL, middleware: [FollowRedirects()])
        let open = { @Sendable (url: String) in
            _ = browser.send(Endpoint<Void>(.url(url))).subscribe(onNext: { _ in }, onError: { _ in })
        }
        let files = try TemporaryFiles()
        let (issuer, tokenPath) = (login.baseURL, files.path("token.json"))
        let (applicationID, secret, programID) = ("sample-application", "sample-secret", "sample-program")
        try await run(login: login) { account, _ in
            let entra = try await OAuthServer.discover(issuer).firstValue()
            let application = OAuth(entra, clientID: applicationID, authentication: .body(secret: secret))
            let service = OAuthCredentials(application, grant: .clientCredentials(scopes: [BearerTokens.scope]))
            let nightly = StorageAccount(name: "acct", credential: .bearer(BearerTokens(service)))
            let nightlyBlobs = BlobClient(local(account, nightly.credential))
            #expect(try await nightlyBlobs.data(of: film).firstValue() == Data("{}".utf8))

            let program = OAuth(entra, clientID: programID)
            let tokenFile = OAuthTokenFile(path: tokenPath)
            let token = program.signIn(
                scopes: [BearerTokens.scope, "offline_access"], redirectURI: "http://localhost"
            ) { url in open(url) }
            try await tokenFile.save(token.firstValue()).firstValue()

            let signedIn = OAuthCredentials(program, file: tokenFile)
            try await signsWithDelegationKey(account, signedIn)
        }
    }

    private func signsWithDelegationKey(_ account: StorageAccount, _ signedIn: OAuthCredentials) async throws {
        let tomorrow = Date(timeIntervalSinceNow: 86_400)
        do {
            let user = StorageAccount(name: "acct", credential: .bearer(BearerTokens(signedIn)))
            let userBlobs = BlobClient(user)
            #expect("\(userBlobs)" == "BlobClient(https://acct.blob.core.windows.net)")
        }
        let user = local(account, .bearer(BearerTokens(signedIn)))
        let userBlobs = BlobClient(user)
        let delegationKey = try await userBlobs.userDelegationKey(until: tomorrow).firstValue()
        let reading = ServiceAccess(to: .blob(film), permissions: .read, until: tomorrow)
        let shared = try reading.signed(by: delegationKey, of: user.name)
        #expect(shared.query.contains("skoid="))
    }

    /// Returns the account on the sample server with another credential.
    private func local(_ account: StorageAccount, _ credential: StorageCredential) -> StorageAccount {
        var account = account
        account.credential = credential
        return account
    }
}
