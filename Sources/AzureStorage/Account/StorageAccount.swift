internal import RillHTTP

/// A storage account: whose it is, where its services are, and what proves that one may use them.
///
///     let account = try StorageAccount(connectionString: text)
///     let account = StorageAccount(name: "acct", credential: .sharedKey(try AccountKey(base64: text)))
///     let blobs = BlobClient(account)
///
/// No text shows the key or the signature.
public struct StorageAccount: Sendable, Hashable {
    /// The name of the account.
    public var name: String

    /// What proves that one may use it.
    public var credential: StorageCredential

    /// The address of the Blob service, without a slash at its end.
    public var blobEndpoint: String

    /// The address of the Queue service, without a slash at its end.
    public var queueEndpoint: String

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - name: The name of the account.
    ///   - credential: What proves that one may use it.
    ///   - blobEndpoint: The address of the Blob service; nil for `https://NAME.blob.SUFFIX`.
    ///   - queueEndpoint: The address of the Queue service; nil for `https://NAME.queue.SUFFIX`.
    ///   - endpointSuffix: The domain of the cloud: Azure's own unless another is named.
    public init(
        name: String, credential: StorageCredential, blobEndpoint: String? = nil, queueEndpoint: String? = nil,
        endpointSuffix: String = "core.windows.net"
    ) {
        self.name = name
        self.credential = credential
        self.blobEndpoint = Self.trimmed(blobEndpoint ?? "https://\(name).blob.\(endpointSuffix)")
        self.queueEndpoint = Self.trimmed(queueEndpoint ?? "https://\(name).queue.\(endpointSuffix)")
    }

    /// The account of the local emulator on its usual ports, as `UseDevelopmentStorage=true` means it.
    public static let emulator = StorageAccount(
        name: "devstoreaccount1", credential: .sharedKey(.emulator),
        blobEndpoint: "http://127.0.0.1:10000/devstoreaccount1",
        queueEndpoint: "http://127.0.0.1:10001/devstoreaccount1")

    /// An address without the slashes at its end, as paths bring their own.
    static func trimmed(_ endpoint: String) -> String {
        var endpoint = endpoint[...]
        while endpoint.hasSuffix("/") { endpoint.removeLast() }
        return String(endpoint)
    }
}

extension StorageAccount: CustomStringConvertible, CustomReflectable {
    /// The name and the addresses, without what is secret in them.
    public var description: String {
        "the storage account \(name) at \(Redactor().baseURL(blobEndpoint)) and \(Redactor().baseURL(queueEndpoint))"
    }

    /// The same, and what the credential shows of itself: what `dump` prints.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "name": name, "credential": credential, "blobEndpoint": Redactor().baseURL(blobEndpoint),
                "queueEndpoint": Redactor().baseURL(queueEndpoint),
            ], displayStyle: .struct)
    }
}
