internal import Foundation
internal import RillDigests

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Glibc
#endif

/// The servers and the user of a transport: a response that one transport received may be used for the same request of
/// another transport only if their identities are equal.
///
/// ``ResponseCache`` and ``RequestCoalescing`` compare the identities of transports in addition to the requests, because
/// a client certificate, a Unix domain socket, a host override or a proxy determines the response, but is not part of the
/// request. A transport that wraps another one states the identity of the wrapped transport:
///
///     var identity: TransportIdentity { wrapped.identity }
///
/// An identity contains only a digest, so it reveals none of its parts.
public struct TransportIdentity: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The digest of the parts, or `nil` if the identity is unknown.
    let digest: String?

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
        digest = hash.digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The identity of a transport about which nothing is known.
    ///
    /// Clients with such a transport share responses only with copies of themselves.
    public static let unknown = TransportIdentity(digest: nil)

    /// Returns a new identity that differs from every other one.
    ///
    /// A transport that stores it shares responses among the clients that use this transport, but not with any other
    /// transport.
    ///
    /// - Returns: The identity.
    public static func unique() -> TransportIdentity { TransportIdentity([UUID().uuidString]) }

    /// `known` or `unknown`.
    public var description: String { digest == nil ? "unknown" : "known" }

    /// A mirror without children, so that `dump` prints only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TransportOptions {
    /// The identity of a transport with these options.
    ///
    /// Files are read for each identity, because connections also read them when they are established. The identity is
    /// unknown if a file cannot be read.
    package var identity: TransportIdentity {
        var parts = ["TransportOptions"]
        func add(_ name: String, _ values: [String]) {
            parts += [name, "\(values.count)"] + values
        }
        for (name, path) in [
            ("clientCertificate", clientCertificate?.certificateFile),
            ("certificateAuthorityFile", certificateAuthorityFile),
        ] {
            guard let path else { continue }
            guard let content = FileManager.default.contents(atPath: path) else { return .unknown }
            add(name, [Data(SHA256.digest(of: content)).base64EncodedString()])
        }
        for (host, keys) in pinnedPublicKeys.sorted(by: { $0.key < $1.key }) {
            add("pinnedPublicKeys", [host] + keys.sorted())
        }
        for (host, server) in hostOverrides.sorted(by: { $0.key < $1.key }) { add("hostOverrides", [host, server]) }
        if let unixSocketPath {
            let folder = unixSocketPath.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath
            add("unixSocketPath", [folder, unixSocketPath])
        }
        if let localAddress { add("localAddress", [localAddress]) }
        switch proxy.kind {
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
