internal import Foundation
internal import RillDigests
internal import RillSystem

/// The servers and the user of a transport: a response that one transport received may be used for the same request of
/// another transport only if their identities are equal.
///
/// A `ResponseCache` compares the identities of transports in addition to the requests, because a client certificate, a
/// Unix domain socket, a host override or a proxy determines the response, but is not part of the request. A transport
/// that wraps another one returns its identity if it changes neither the servers nor the user. Otherwise, for example if
/// it signs requests, it adds its own settings to the identity:
///
///     var identity: TransportIdentity { wrapped.identity.adding(["signer", keyID]) }
///
/// An identity contains only a digest of its parts.
public struct TransportIdentity: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The digest of the parts, or `nil` if the identity is unknown.
    ///
    /// Do not log it, or store it without a keyed hash, because a weak password among the parts can be guessed from it.
    public let digest: String?

    private init(digest: String?) {
        self.digest = digest
    }

    /// Creates an identity that is equal to every identity of the same parts, also in another process.
    ///
    /// - Parameter parts: The settings that determine the servers and the user, such as the content of a certificate.
    public init(_ parts: some Sequence<String>) {
        var hash = SHA256()
        for part in parts {
            hash.update("\(part.utf8.count):".utf8)
            hash.update(part.utf8)
        }
        digest = Data(hash.digest).base64EncodedString()
    }

    /// The identity of a transport about which nothing is known.
    ///
    /// `Transport.caching(in:)` shares the responses of such a transport only among the copies of the transport that it
    /// returns.
    public static let unknown = TransportIdentity(digest: nil)

    /// Returns a new identity that differs from every other one.
    ///
    /// A transport that stores it shares cached responses with its copies, but not with any other transport.
    ///
    /// - Returns: The identity.
    public static func unique() -> TransportIdentity { TransportIdentity([UUID().uuidString]) }

    /// Returns the identity of a transport that wraps one with this identity and changes the servers or the user.
    ///
    /// - Parameter parts: The settings of the wrapper that determine the servers and the user, such as a user name.
    /// - Returns: The combined identity, or ``unknown`` if this identity is unknown.
    public func adding(_ parts: some Sequence<String>) -> TransportIdentity {
        digest.map { TransportIdentity(["adding", $0] + parts) } ?? .unknown
    }

    /// `known` or `unknown`.
    public var description: String { digest == nil ? "unknown" : "known" }

    /// A mirror without children, so that `dump` prints only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The identity of a transport with options, whose files are read once, when the transport is created.
package struct IdentitySource: Sendable {
    private let options: TransportOptions
    private let files: [File]

    private struct File: Sendable {
        let name: String
        let path: String
        let status: FileSystemCalls.Status?
        let digest: String?

        init(name: String, path: String) {
            self.name = name
            self.path = path
            // Read before the content, so that a file that is replaced in the meantime counts as replaced.
            status = FileSystemCalls.status(at: path, followsLinks: true)
            digest = FileManager.default.contents(atPath: path).map {
                Data(SHA256.digest(of: $0)).base64EncodedString()
            }
        }

        var isReplaced: Bool {
            let current = FileSystemCalls.status(at: path, followsLinks: true)
            return current?.device != status?.device || current?.inode != status?.inode
                || current?.size != status?.size || current?.modified != status?.modified
        }
    }

    package init(_ options: TransportOptions) {
        self.options = options
        files = [
            ("clientCertificate", options.clientCertificate?.certificateFile),
            ("certificateAuthorityFile", options.certificateAuthorityFile),
        ].compactMap { name, path in path.map { File(name: name, path: $0) } }
    }

    /// The current identity.
    ///
    /// Unknown if a file could not be read, or has been replaced: open connections still use the earlier file, and new
    /// ones use the current file.
    package var identity: TransportIdentity {
        var parts = ["TransportOptions"]
        func add(_ name: String, _ values: [String]) {
            parts += [name, "\(values.count)"] + values
        }
        for file in files {
            guard let digest = file.digest, !file.isReplaced else { return .unknown }
            add(file.name, [digest])
        }
        for (host, keys) in options.pinnedPublicKeys.sorted(by: { $0.key < $1.key }) {
            add("pinnedPublicKeys", [host] + keys.sorted())
        }
        for (host, server) in options.hostOverrides.sorted(by: { $0.key < $1.key }) {
            add("hostOverrides", [host, server])
        }
        if let path = options.unixSocketPath {
            add("unixSocketPath", [path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath, path])
        }
        // Otherwise, one transport could receive a body that the other one has not decoded.
        if !options.decompresses { add("decompresses", ["false"]) }
        if let userAgent = options.userAgent { add("userAgent", [userAgent]) }
        if let localAddress = options.localAddress { add("localAddress", [localAddress]) }
        switch options.proxy.kind {
        case .none: break
        case .url(let url): add("proxy", [url])
        case .environment:
            for name in Self.proxyVariables {
                if let value = getenv(name) { add(name, [String(cString: value)]) }
            }
        }
        return TransportIdentity(parts)
    }

    /// The environment variables that specify a proxy.
    private static let proxyVariables = [
        "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    ]
}
