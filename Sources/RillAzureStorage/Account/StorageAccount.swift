internal import RillHTTP

/// A storage account: its name, its endpoints, and a credential.
///
///     let account = try StorageAccount(connectionString: text)
///     let account = StorageAccount(name: "acct", credential: .sharedKey(try AccountKey(base64: text)))
///     let blobs = BlobClient(account)
///
/// The credential is redacted in descriptions and dumps.
public struct StorageAccount: Sendable, Hashable {
    /// The name of the account.
    public var name: String

    /// The credential that authorizes requests.
    public var credential: StorageCredential

    /// The URL of the Blob service, without a trailing slash.
    public var blobEndpoint: String

    /// The URL of the Queue service, without a trailing slash.
    public var queueEndpoint: String

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - name: The name of the account.
    ///   - credential: The credential that authorizes requests.
    ///   - blobEndpoint: The URL of the Blob service. Defaults to `nil`, which means `https://NAME.blob.SUFFIX`.
    ///   - queueEndpoint: The URL of the Queue service. Defaults to `nil`, which means `https://NAME.queue.SUFFIX`.
    ///   - endpointSuffix: The domain suffix of the endpoints. Defaults to the suffix of the public Azure cloud.
    public init(
        name: String, credential: StorageCredential, blobEndpoint: String? = nil, queueEndpoint: String? = nil,
        endpointSuffix: String = "core.windows.net"
    ) {
        self.name = name
        self.credential = credential
        self.blobEndpoint = Self.trimmed(blobEndpoint ?? "https://\(name).blob.\(endpointSuffix)")
        self.queueEndpoint = Self.trimmed(queueEndpoint ?? "https://\(name).queue.\(endpointSuffix)")
    }

    /// The account of a local emulator on its default ports, like `UseDevelopmentStorage=true`.
    public static let emulator = StorageAccount(
        name: "devstoreaccount1", credential: .sharedKey(.emulator),
        blobEndpoint: "http://127.0.0.1:10000/devstoreaccount1",
        queueEndpoint: "http://127.0.0.1:10001/devstoreaccount1")

    /// Removes trailing slashes from an endpoint, because paths start with a slash.
    static func trimmed(_ endpoint: String) -> String {
        var endpoint = endpoint[...]
        while endpoint.hasSuffix("/") { endpoint.removeLast() }
        return String(endpoint)
    }
}

extension StorageAccount: CustomStringConvertible, CustomReflectable {
    /// The name and the endpoints, with credentials redacted.
    public var description: String {
        "storage account \(name) at \(HTTPRequest.redactedURL(blobEndpoint)) and \(HTTPRequest.redactedURL(queueEndpoint))"
    }

    /// A mirror with the redacted endpoints and the redacted credential.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "name": name, "credential": credential, "blobEndpoint": HTTPRequest.redactedURL(blobEndpoint),
                "queueEndpoint": HTTPRequest.redactedURL(queueEndpoint),
            ], displayStyle: .struct)
    }
}
