internal import Foundation

extension StorageAccount {
    /// Creates an account from a connection string.
    ///
    ///     DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=…;EndpointSuffix=core.windows.net
    ///     BlobEndpoint=https://acct.blob.core.windows.net;SharedAccessSignature=sv=…
    ///     UseDevelopmentStorage=true
    ///     UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://azurite
    ///
    /// If the string contains both `AccountKey` and `SharedAccessSignature`, the key is used. If it contains neither,
    /// requests are anonymous. Names are case-insensitive. Names that do not apply to blobs or queues are ignored.
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
        let endpoints = (blob: values["blobendpoint"], queue: values["queueendpoint"])
        for (key, endpoint) in [("BlobEndpoint", endpoints.blob), ("QueueEndpoint", endpoints.queue)] {
            guard let endpoint else { continue }
            guard let url = URL(string: endpoint), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
                url.host()?.isEmpty == false, url.query() == nil
            else { throw ConnectionStringError("\(key) is not an http:// or https:// URL") }
        }
        let name = values["accountname"] ?? Self.accountName(at: endpoints.blob ?? endpoints.queue)
        guard let name else {
            throw ConnectionStringError(
                "AccountName is missing, and cannot be derived from BlobEndpoint or QueueEndpoint")
        }
        // If only one endpoint is given, the other one has Azure's default.
        let suffix = values["endpointsuffix"] ?? "core.windows.net"
        self.init(
            name: name, credential: try Self.credential(values),
            blobEndpoint: endpoints.blob ?? "\(scheme)://\(name).blob.\(suffix)",
            queueEndpoint: endpoints.queue ?? "\(scheme)://\(name).queue.\(suffix)")
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

    private static func credential(_ values: [String: String]) throws(ConnectionStringError) -> StorageCredential {
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
        return values["sharedaccesssignature"].map { .sharedAccessSignature(SharedAccessSignature($0)) } ?? .anonymous
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
public struct ConnectionStringError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason for the failure.
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    /// The reason, with context.
    public var description: String { "invalid connection string: \(reason)" }
}
