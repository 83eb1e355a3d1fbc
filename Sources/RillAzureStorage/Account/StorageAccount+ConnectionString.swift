public import Foundation

extension StorageAccount {
    /// Creates an account from a connection string.
    ///
    ///     DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=…;EndpointSuffix=core.windows.net
    ///     BlobEndpoint=https://acct.blob.core.windows.net;SharedAccessSignature=sv=…
    ///     BlobEndpoint=https://acct.blob.core.windows.net?sv=…&sig=…
    ///     UseDevelopmentStorage=true
    ///     UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://azurite
    ///
    /// The query of an endpoint can be a shared access signature. If the string contains both `AccountKey` and a signature,
    /// the key is used. If it contains neither, requests are anonymous. Names are case-insensitive. Names that do not apply to
    /// blobs or queues are ignored.
    ///
    /// - Parameter text: The connection string.
    /// - Throws: ``ConnectionStringError``, which contains no values of the connection string.
    public init(connectionString text: String) throws(ConnectionStringError) {
        let values = try Self.values(of: text)
        if values["usedevelopmentstorage"]?.lowercased() == "true" {
            self = try Self.emulator(at: values["developmentstorageproxyuri"])
            return
        }
        let scheme = values["defaultendpointsprotocol"]?.lowercased() ?? "https"
        guard scheme == "https" || scheme == "http" else {
            throw ConnectionStringError("DefaultEndpointsProtocol must be http or https")
        }
        let blob = try Self.endpoint("BlobEndpoint", in: values)
        let queue = try Self.endpoint("QueueEndpoint", in: values)
        let signatures = Set(
            [blob?.signature, queue?.signature, values["sharedaccesssignature"].map { SharedAccessSignature($0) }]
                .compactMap(\.self))
        guard signatures.count < 2 else {
            throw ConnectionStringError(
                "BlobEndpoint, QueueEndpoint, and SharedAccessSignature contain different signatures. Use a connection "
                    + "string for each service")
        }
        let name = values["accountname"] ?? Self.accountName(at: (blob ?? queue)?.url)
        guard let name else {
            throw ConnectionStringError(
                "AccountName is missing, and cannot be derived from BlobEndpoint or QueueEndpoint")
        }
        // If only one endpoint is given, the other one has Azure's default.
        let suffix = values["endpointsuffix"] ?? "core.windows.net"
        self.init(
            name: name, credential: try Self.credential(values, signatures.first),
            blobEndpoint: blob?.url ?? "\(scheme)://\(name).blob.\(suffix)",
            queueEndpoint: queue?.url ?? "\(scheme)://\(name).queue.\(suffix)")
    }

    /// Returns the URL of an endpoint, and the signature in its query, or `nil` if the values do not contain the endpoint.
    private static func endpoint(
        _ key: String, in values: [String: String]
    ) throws(ConnectionStringError) -> (url: String, signature: SharedAccessSignature?)? {
        guard let text = values[key.lowercased()] else { return nil }
        let parts = text.split(separator: "?", maxSplits: 1).map(String.init)
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            url.host()?.isEmpty == false, let address = parts.first
        else { throw ConnectionStringError("\(key) is not an http:// or https:// URL") }
        guard parts.count > 1 else { return (address, nil) }
        let names = parts[1].split(separator: "&").map { $0.prefix { $0 != "=" } }
        guard names.contains("sv"), names.contains("sig") else {
            throw ConnectionStringError("the query of \(key) is not a shared access signature, which has sv and sig")
        }
        return (address, SharedAccessSignature(parts[1]))
    }

    /// Returns the account of an emulator on a host, with the default ports.
    private static func emulator(at host: String?) throws(ConnectionStringError) -> StorageAccount {
        guard let host else { return .emulator }
        guard var address = URLComponents(string: host),
            ["http", "https"].contains(address.scheme?.lowercased() ?? ""), address.host?.isEmpty == false,
            address.query == nil
        else {
            throw ConnectionStringError(
                "DevelopmentStorageProxyUri is not an http:// or https:// URL")
        }
        (address.user, address.password, address.fragment) = (nil, nil, nil)
        address.path = "/\(emulator.name)"
        address.port = 10_000
        var account = emulator
        account.blobEndpoint = address.string ?? account.blobEndpoint
        address.port = 10_001
        account.queueEndpoint = address.string ?? account.queueEndpoint
        return account
    }

    private static func values(of text: String) throws(ConnectionStringError) -> [String: String] {
        var values: [String: String] = [:]
        for pair in text.split(separator: ";") {
            let pair = pair.trimmingCharacters(in: .whitespacesAndNewlines)
            if pair.isEmpty { continue }
            guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex else {
                throw ConnectionStringError("expected NAME=VALUE between semicolons")
            }
            let name = pair[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
            let value = pair[equals...].dropFirst().trimmingCharacters(in: .whitespaces)
            if !value.isEmpty { values[name] = value }
        }
        guard !values.isEmpty else { throw ConnectionStringError("the connection string is empty") }
        return values
    }

    private static func credential(
        _ values: [String: String], _ signature: SharedAccessSignature?
    ) throws(ConnectionStringError) -> StorageCredential {
        if let text = values["accountkey"] {
            guard values["accountname"] != nil else {
                throw ConnectionStringError("AccountKey requires AccountName")
            }
            do throws(AccountKeyError) {
                return .sharedKey(try AccountKey(base64: text))
            } catch {
                throw ConnectionStringError("AccountKey: \(error)")
            }
        }
        return signature.map { .sharedAccessSignature($0) } ?? .anonymous
    }

    /// Returns the account name in an endpoint: the first label of the host name, or the first path component if the
    /// host is an IP address.
    private static func accountName(at endpoint: String?) -> String? {
        guard let url = endpoint.flatMap({ URL(string: $0) }), let host = url.host() else { return nil }
        let parts = host.split(separator: ".")
        if host == "localhost" || host.contains(":") || parts.allSatisfy({ Int($0) != nil }) {
            return url.pathComponents.dropFirst().first
        }
        return parts.first.map(String.init)
    }
}

/// An error that describes why a connection string is invalid.
///
/// Does not contain values of the connection string.
public struct ConnectionStringError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The reason for the failure.
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    /// The reason, with context.
    public var description: String { "invalid connection string: \(reason)" }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
