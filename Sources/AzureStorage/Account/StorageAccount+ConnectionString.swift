internal import Foundation

extension StorageAccount {
    /// Reads a connection string, as Azure shows it beside the keys.
    ///
    ///     DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=…;EndpointSuffix=core.windows.net
    ///     BlobEndpoint=https://acct.blob.core.windows.net;SharedAccessSignature=sv=…
    ///     UseDevelopmentStorage=true
    ///     UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://azurite
    ///
    /// Of `AccountKey` and `SharedAccessSignature` the key counts where both are there; without either, the account is
    /// asked anonymously. Keys that mean nothing to blobs and queues are left aside. Names are compared without regard to case.
    ///
    /// - Parameter text: The connection string.
    /// - Throws: ``ConnectionStringError``, which repeats no value.
    public init(connectionString text: String) throws(ConnectionStringError) {
        let values = try Self.values(of: text)
        if values["usedevelopmentstorage"]?.lowercased() == "true" {
            self = try Self.emulator(at: values["developmentstorageproxyuri"])
            return
        }
        let scheme = values["defaultendpointsprotocol"]?.lowercased() ?? "https"
        guard scheme == "https" || scheme == "http" else {
            throw ConnectionStringError("DefaultEndpointsProtocol is neither https nor http")
        }
        let endpoints = (blob: values["blobendpoint"], queue: values["queueendpoint"])
        for (key, endpoint) in [("BlobEndpoint", endpoints.blob), ("QueueEndpoint", endpoints.queue)] {
            guard let endpoint else { continue }
            guard let url = URL(string: endpoint), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
                url.host()?.isEmpty == false, url.query() == nil
            else { throw ConnectionStringError("\(key) is not an address that begins with https:// or http://") }
        }
        let name = values["accountname"] ?? Self.accountName(at: endpoints.blob ?? endpoints.queue)
        guard let name else {
            throw ConnectionStringError(
                "AccountName is missing, and neither BlobEndpoint nor QueueEndpoint tells whose account it is")
        }
        // One that is given alone leaves the other where Azure has it.
        let suffix = values["endpointsuffix"] ?? "core.windows.net"
        self.init(
            name: name, credential: try Self.credential(values),
            blobEndpoint: endpoints.blob ?? "\(scheme)://\(name).blob.\(suffix)",
            queueEndpoint: endpoints.queue ?? "\(scheme)://\(name).queue.\(suffix)")
    }

    /// The account of the emulator, on its usual ports of a host; on this machine if none is named.
    private static func emulator(at host: String?) throws(ConnectionStringError) -> StorageAccount {
        guard let host else { return .emulator }
        guard var address = URLComponents(string: host),
            ["http", "https"].contains(address.scheme?.lowercased() ?? ""), address.host?.isEmpty == false,
            address.query == nil
        else {
            throw ConnectionStringError(
                "DevelopmentStorageProxyUri is not an address that begins with https:// or http://")
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
                throw ConnectionStringError("a part between two semicolons is not NAME=VALUE")
            }
            let name = pair[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
            let value = pair[equals...].dropFirst().trimmingCharacters(in: .whitespaces)
            if !value.isEmpty { values[name] = value }
        }
        guard !values.isEmpty else { throw ConnectionStringError("it is empty") }
        return values
    }

    private static func credential(_ values: [String: String]) throws(ConnectionStringError) -> StorageCredential {
        if let text = values["accountkey"] {
            guard values["accountname"] != nil else {
                throw ConnectionStringError("AccountName is missing, and requests are signed with it")
            }
            do throws(AccountKeyError) {
                return .sharedKey(try AccountKey(base64: text))
            } catch {
                throw ConnectionStringError("AccountKey: \(error)")
            }
        }
        return values["sharedaccesssignature"].map { .sharedAccessSignature(SharedAccessSignature($0)) } ?? .anonymous
    }

    /// The name in an address: the first part of the host, or of the path where the host is a number.
    private static func accountName(at endpoint: String?) -> String? {
        guard let url = endpoint.flatMap({ URL(string: $0) }), let host = url.host() else { return nil }
        let parts = host.split(separator: ".")
        if host == "localhost" || host.contains(":") || parts.allSatisfy({ Int($0) != nil }) {
            return url.pathComponents.dropFirst().first
        }
        return parts.first.map(String.init)
    }
}

/// Why a text is no connection string; none of its values is repeated.
public struct ConnectionStringError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with it.
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    /// The reason.
    public var description: String { "the connection string cannot be used: \(reason)" }
}
