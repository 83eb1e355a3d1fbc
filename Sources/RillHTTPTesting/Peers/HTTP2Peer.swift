/// A server that speaks HTTP/2 over TLS: one of the system's, started for a test and stopped with it.
///
///     let server = try LoopbackServer { _ in .text("hello") }
///     let peer = try HTTP2Peer(inFrontOf: server)
///     defer { peer.stop() }
///     // … a client that trusts peer.authorityFile asks peer.baseURL, https://127.0.0.1:23456 …
///
/// In front of a ``LoopbackServer`` stands `nginx`: it hands each request on as it comes, and each answer as it goes,
/// so that all that the loopback server can do can be had through HTTP/2. `nghttpd` serves files. Its certificate is
/// that of ``TestCertificates``. It lives in a process of its own with a temporary folder; both are gone when `stop()`
/// returns, when the peer is released, and also when the test's process has crashed.
public final class HTTP2Peer: Sendable {
    /// Which server it is.
    public enum Kind: String, Sendable, CaseIterable {
        /// Speaks HTTP/2 and, to those who offer nothing else, HTTP/1.1.
        case nginx

        /// Speaks HTTP/2 alone.
        case nghttpd
    }

    /// Which server it is.
    public let kind: Kind

    /// The port on which the server listens, on 127.0.0.1.
    public let port: UInt16

    /// The path of the certificate (PEM) to trust.
    public let authorityFile: String

    /// The host and the port: `127.0.0.1:23456`.
    public var authority: String { "127.0.0.1:\(port)" }

    /// The scheme of the server's address: `https` if it speaks TLS, otherwise `http`.
    public let scheme: String

    /// The address of the server, without a slash at its end: `https://127.0.0.1:23456`.
    public var baseURL: String { "\(scheme)://\(authority)" }

    #if os(Linux) || os(macOS)
        private let process: ServerProcess

        /// Starts `nginx` in front of a server.
        ///
        /// Requests come to the server with a field `X-Protocol`, `HTTP/2.0` for example, and answers go to the client
        /// with the same and with `X-Connection`, which is one number for each of the client's connections. One
        /// connection may carry 256 requests at once.
        ///
        /// - Parameter server: Who answers; without TLS.
        /// - Throws: ``MissingPrerequisite`` if there is no nginx that speaks HTTP/2, or no openssl; another error if
        /// it
        ///   does not start.
        public init(inFrontOf server: LoopbackServer) throws {
            let certificates = try TestCertificates.shared()
            let path = try Self.tool(.nginx).path
            let folder = try TemporaryFolder()
            let port = try ServerProcess.freePort()
            try folder.write(
                Self.nginxConfiguration(port, certificates.server, upstream: server.authority).utf8, to: "nginx.conf")
            process = try ServerProcess(
                [path, "-p", folder.path, "-c", folder.path(of: "nginx.conf")], port: port, in: folder)
            (kind, scheme, self.port) = (.nginx, "https", port)
            authorityFile = certificates.authorityFile
        }

        /// Starts `nghttpd`, which answers with files, and to uploads with what was sent.
        ///
        /// - Parameters:
        ///   - files: The bytes of the files by their names, `small.json` for example; a name may stand in a folder.
        ///   - isSecure: Whether the server speaks TLS; if not, a client has to know that it speaks HTTP/2.
        /// - Throws: ``MissingPrerequisite`` if there is no nghttpd, or no openssl; another error if it does not start.
        public init(files: [String: [UInt8]], isSecure: Bool = true) throws {
            let certificates = try TestCertificates.shared()
            let path = try Self.tool(.nghttpd).path
            let folder = try TemporaryFolder()
            for (name, bytes) in files { try folder.write(bytes, to: "files/\(name)") }
            let port = try ServerProcess.freePort()
            let identity = certificates.server
            let options = ["--address=127.0.0.1", "--htdocs=\(folder.path(of: "files"))", "--echo-upload"]
            let ways = isSecure ? ["\(port)", identity.keyFile, identity.certificateFile] : ["--no-tls", "\(port)"]
            process = try ServerProcess([path] + options + ways, port: port, in: folder)
            (kind, scheme, self.port) = (.nghttpd, isSecure ? "https" : "http", port)
            authorityFile = certificates.authorityFile
        }

        /// Ends the server's process and deletes its folder; does nothing if that is done.
        public func stop() {
            process.stop()
        }

        private static func tool(_ kind: Kind) throws(MissingPrerequisite) -> SystemTool {
            let tool = try SystemTool(kind.rawValue)
            if kind == .nginx, (try? tool.run(["-V"]))?.contains("http_v2_module") != true {
                throw MissingPrerequisite("nginx was built without HTTP/2")
            }
            return tool
        }

        private static let obstacles = Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { kind in
                do throws(MissingPrerequisite) {
                    _ = try tool(kind)
                    return (kind, TestCertificates.obstacle)
                } catch {
                    return (kind, error.description)
                }
            })
    #else
        private static let obstacles: [Kind: String?] = [
            .nginx: "no other program can be started here", .nghttpd: "no other program can be started here",
        ]
    #endif

    /// Why a server cannot be started here, in words for a person; nil if it can.
    ///
    /// - Parameter kind: Which server.
    /// - Returns: What is missing: `nginx is not installed`.
    public static func obstacle(to kind: Kind) -> String? {
        obstacles[kind] ?? nil
    }

    /// Why no server at all can be started here, in words for a person; nil if one can.
    public static var obstacle: String? {
        let texts = Kind.allCases.compactMap { obstacle(to: $0) }
        return texts.count == Kind.allCases.count ? Set(texts).sorted().joined(separator: ", ") : nil
    }
}
