import Foundation
import RillAzureStorage
import RillTestSupport
import Testing

@Suite(.disabledUnderThreadSanitizer("single-threaded")) struct StorageAccountTests {
    private static let key = "a2V5LWtleS1rZXkta2V5LWtleS1rZXkta2V5LWtleQ=="

    @Test func signatureIgnoresSurroundingWhitespace() {
        #expect(SharedAccessSignature(" ?sv=1&sig=x\r\n").query == "sv=1&sig=x")
    }

    @Test func urlOfBlobHasNoCredentials() {
        for (endpoint, url) in [
            ("https://a.blob.example", "https://a.blob.example/c/%E6%97%A5"),
            ("https://u:p@h.example/x/", "https://h.example/x/c/%E6%97%A5"),
            ("https://a.blob.example?sv=1&sig=SECRET", "https://a.blob.example/c/%E6%97%A5"),
        ] {
            var account = StorageAccount.emulator
            account.blobEndpoint = endpoint
            #expect(BlobClient(account).url(of: BlobPath("c", "日")) == url)
        }
    }

    @Test(arguments: [
        (
            "DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=\(key);EndpointSuffix=core.windows.net", "acct",
            "https://acct.blob.core.windows.net", "https://acct.queue.core.windows.net"
        ),
        (
            " accountname = devstoreaccount1 ;AccountKey=\(key)\n;"
                + "BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1/;QueueEndpoint=http://localhost:1/devstoreaccount1;;",
            "devstoreaccount1", "http://127.0.0.1:10000/devstoreaccount1", "http://localhost:1/devstoreaccount1"
        ),
        // The key takes precedence over the signature of an endpoint.
        (
            "AccountName=acct;AccountKey=\(key);BlobEndpoint=https://host/?sv=1&sig=hunter2secret", "acct",
            "https://host", "https://acct.queue.core.windows.net"
        ),
    ])
    func parsesConnectionStringWithKey(_ text: String, _ name: String, _ blob: String, _ queue: String) throws {
        let account = try StorageAccount(connectionString: text)
        #expect(account.name == name)
        #expect(account.blobEndpoint == blob)
        #expect(account.queueEndpoint == queue)
        #expect(account.credential == .sharedKey(try AccountKey(base64: Self.key)))
    }

    @Test func parsesDevelopmentStorage() throws {
        #expect(try StorageAccount(connectionString: "UseDevelopmentStorage=true;") == .emulator)
        let text = "UseDevelopmentStorage=true;DevelopmentStorageProxyUri="
        for host in ["http://azurite", "http://azurite:80/", "http://[::1]"] {
            let account = try StorageAccount(connectionString: text + host)
            let name = host.hasSuffix("]") ? "[::1]" : "azurite"
            #expect(account.blobEndpoint == "http://\(name):10000/devstoreaccount1")
            #expect(account.queueEndpoint == "http://\(name):10001/devstoreaccount1")
            #expect(account.credential == StorageAccount.emulator.credential)
        }
    }

    @Test(arguments: [
        ("https://acct.blob.core.windows.net/", "acct"),
        ("http://127.0.0.1:10000/devstoreaccount1", "devstoreaccount1"),
        ("http://localhost/dev", "dev"), ("http://[::1]:1/dev", "dev"),
    ])
    func derivesAccountNameFromEndpoint(_ endpoint: String, _ name: String) throws {
        let account = try StorageAccount(
            connectionString: "BlobEndpoint=\(endpoint);SharedAccessSignature=?sv=2021-08-06&sig=abc%3D")
        #expect(account.name == name)
        #expect(account.credential == .sharedAccessSignature(SharedAccessSignature("sv=2021-08-06&sig=abc%3D")))
    }

    @Test(arguments: [
        "BlobEndpoint=https://acct.blob.core.windows.net?QUERY",
        "BlobEndpoint=https://acct.blob.core.windows.net/?QUERY;QueueEndpoint=https://acct.queue.core.windows.net?QUERY",
        "BlobEndpoint=https://acct.blob.core.windows.net/?QUERY;SharedAccessSignature=?QUERY",
        "AccountName=acct;QueueEndpoint=https://acct.queue.core.windows.net/?QUERY",
    ])
    func endpointCanContainSignature(_ text: String) throws {
        let query = "sv=2021-08-06&ss=b&sp=r&sig=abc%3D"
        let account = try StorageAccount(connectionString: text.replacing("QUERY", with: query))
        #expect(account.name == "acct")
        #expect(account.blobEndpoint == "https://acct.blob.core.windows.net")
        #expect(account.credential == .sharedAccessSignature(SharedAccessSignature(query)))
        #expect(account.queueEndpoint == "https://acct.queue.core.windows.net")
    }

    @Test func missingCredentialMeansAnonymous() throws {
        let account = try StorageAccount(connectionString: "AccountName=acct;EndpointSuffix=core.chinacloudapi.cn")
        #expect(account.credential == .anonymous)
        #expect(account.queueEndpoint == "https://acct.queue.core.chinacloudapi.cn")
        let other = StorageAccount(name: "acct", credential: .anonymous, endpointSuffix: "core.chinacloudapi.cn")
        #expect(account == other)
    }

    @Test(arguments: [
        ("", "empty"), (";;", "empty"), ("hunter2secret", "NAME=VALUE"), ("=hunter2secret", "NAME=VALUE"),
        ("AccountKey=aHVudGVyMnNlY3JldA==", "AccountName"),
        ("AccountName=acct;AccountKey=hunter2secret!", "Base64"),
        ("AccountKey=aHVudGVyMnNlY3JldA==;BlobEndpoint=https://acct.blob.core.windows.net", "AccountName"),
        ("AccountName=acct;BlobEndpoint=hunter2secret", "BlobEndpoint"),
        ("AccountName=acct;QueueEndpoint=ftp://hunter2secret/", "QueueEndpoint"),
        ("AccountName=acct;QueueEndpoint=https://host/?sig=hunter2secret", "QueueEndpoint"),
        (
            "AccountName=acct;QueueEndpoint=https://host/?sig=hunter2secret",
            "the query of QueueEndpoint is not a shared access signature"
        ),
        (
            "BlobEndpoint=https://acct.host/?sv=1&sig=hunter2secret;SharedAccessSignature=sv=1&sig=hunter2other",
            "different signatures"
        ),
        ("AccountName=acct;DefaultEndpointsProtocol=hunter2secret", "DefaultEndpointsProtocol"),
        ("SharedAccessSignature=hunter2secret", "AccountName"),
        ("UseDevelopmentStorage=true;DevelopmentStorageProxyUri=hunter2secret", "DevelopmentStorageProxyUri"),
    ])
    func errorsOmitValues(_ text: String, _ reason: String) throws {
        let error = try #require(throws: ConnectionStringError.self) { try StorageAccount(connectionString: text) }
        #expect("\(error)".contains(reason), "\(error)")
        #expect(!"\(error)".contains("hunter2"), "\(error)")
        #expect(error.localizedDescription == "\(error)")
    }

    @Test func invalidKeyIsExplained() {
        let error = #expect(throws: AccountKeyError.self) { try AccountKey(base64: "hunter2 secret") }
        #expect(error?.localizedDescription == "invalid account key: expected Base64")
    }

    @Test func descriptionsRedactCredentials() throws {
        let signature = SharedAccessSignature("sv=1&sig=hunter2secret")
        let accounts = [
            StorageAccount(name: "acct", credential: .sharedKey(try AccountKey(base64: Self.key))),
            StorageAccount(name: "acct", credential: .sharedAccessSignature(signature)),
        ]
        for account in accounts {
            var dumped = ""
            dump(account, to: &dumped)
            let text = "\(account) \(String(reflecting: account)) \(account.credential) \(dumped)"
            #expect(!text.contains(Self.key), "\(text)")
            #expect(!text.contains("hunter2"), "\(text)")
            #expect(!text.contains("107"), "\(text)")
        }
    }

    @Test func signatureContainsOnlyGrantedPermissions() throws {
        let access = AccountAccess(
            to: .queue, resources: .object, permissions: [.process, .read], from: Date(timeIntervalSince1970: 0.9),
            until: Date(timeIntervalSince1970: 86_400.5), addresses: "203.0.113.7")
        let query = try access.signed(by: try AccountKey(base64: Self.key), of: "acct").query
        #expect(
            query.hasPrefix(
                "sv=2021-08-06&ss=q&srt=o&sp=rp&st=1970-01-01T00%3A00%3A00Z&se=1970-01-02T00%3A00%3A00Z"
                    + "&sip=203.0.113.7&spr=https&sig="), "\(query)")
    }

    @Test(arguments: [
        (AccountAccess(to: [], resources: .object, permissions: .read, until: end), "services must not be empty"),
        (AccountAccess(to: .blob, resources: [], permissions: .read, until: end), "resources must not be empty"),
        (AccountAccess(to: .blob, resources: .object, permissions: [], until: end), "permissions must not be empty"),
        (
            AccountAccess(to: .blob, resources: .object, permissions: .read, from: end, until: end),
            "the start must be before the end, got 1970-01-02T00:00:00Z and 1970-01-02T00:00:00Z"
        ),
        (
            AccountAccess(to: .blob, resources: .object, permissions: .read, until: end, addresses: "203.0.113.256"),
            "addresses must be an IPv4 address or a range such as 203.0.113.0-203.0.113.255, got 203.0.113.256"
        ),
    ])
    func rejectsAccessThatServiceWouldReject(_ access: AccountAccess, _ reason: String) {
        let error = #expect(throws: ServiceAccessError.self) { try access.signed(by: .emulator, of: "acct") }
        #expect(error?.localizedDescription == reason)
    }

    private static let end = Date(timeIntervalSince1970: 86_400)
}
