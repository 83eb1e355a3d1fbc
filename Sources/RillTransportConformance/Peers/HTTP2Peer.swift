internal import RillHTTPTesting

/// An HTTP/2 server over TLS for tests: an installed server program, started as a child process.
///
///     let server = try LoopbackServer { _ in .text("hello") }
///     let peer = try HTTP2Peer(inFrontOf: server)
///     defer { peer.stop() }
///     // … a client that trusts peer.authorityFile sends requests to peer.baseURL, https://127.0.0.1:23456 …
///
/// `nginx` is a reverse proxy in front of a ``/RillHTTPTesting/LoopbackServer``. It forwards requests and responses without buffering,
/// so all features of the loopback server are available over HTTP/2. `nghttpd` serves files. Both use the server
/// certificate of ``/RillHTTPTesting/TestCertificates``. The child process and its temporary folder are removed when `stop()` returns,
/// when the peer is released, or when the test process crashes.
public final class HTTP2Peer: Sendable {
    /// The server program.
    public enum Kind: String, Sendable, CaseIterable {
        /// Supports HTTP/2, and HTTP/1.1 for clients that do not offer HTTP/2.
        case nginx

        /// Supports only HTTP/2.
        case nghttpd
    }

    /// The port on 127.0.0.1 that the server listens on.
    public let port: UInt16

    /// The path of the certificate authority (PEM) to trust.
    public let authorityFile: String

    /// The host and the port, for example `127.0.0.1:23456`.
    public var authority: String { "127.0.0.1:\(port)" }

    /// The scheme of the server's URL: `https` if the server uses TLS, otherwise `http`.
    public let scheme: String

    /// The base URL of the server without a trailing slash, for example `https://127.0.0.1:23456`.
    public var baseURL: String { "\(scheme)://\(authority)" }

    #if os(Linux) || os(macOS)
        private let process: ServerProcess

        /// Starts `nginx` as a reverse proxy in front of a server.
        ///
        /// Requests arrive at the server with the header field `X-Protocol`, for example `HTTP/2.0`. Responses arrive
        /// at the client with the same field and with `X-Connection`, the number of the client's connection. A
        /// connection supports up to 256 concurrent requests. The proxy itself responds to `/early/200`, `/early/401`,
        /// `/early/403` and `/early/413`, before it has received the request body.
        ///
        /// - Parameter server: The server that responds to the requests. Must not use TLS.
        /// - Throws: ``/RillHTTPTesting/MissingPrerequisite`` if openssl or an nginx with HTTP/2 support is not installed; another error
        ///   if nginx does not start.
        public init(inFrontOf server: LoopbackServer) throws {
            (process, port, authorityFile) = try Self.startProxy(of: server, requestsPerConnection: 100_000)
            scheme = "https"
        }

        /// Starts `nginx` as a reverse proxy that closes each connection after a number of requests.
        package init(inFrontOf server: LoopbackServer, requestsPerConnection: Int) throws {
            (process, port, authorityFile) = try Self.startProxy(
                of: server, requestsPerConnection: requestsPerConnection)
            scheme = "https"
        }

        private static func startProxy(
            of server: LoopbackServer, requestsPerConnection: Int
        ) throws -> (ServerProcess, port: UInt16, authorityFile: String) {
            let certificates = try TestCertificates.shared()
            let path = try tool(.nginx).path
            let folder = try TemporaryFolder()
            let port = try ServerProcess.freePort()
            let configuration = nginxConfiguration(
                port, certificates.server, upstream: server.authority, requestsPerConnection: requestsPerConnection)
            try folder.write(configuration.utf8, to: "nginx.conf")
            let command = [path, "-p", folder.path, "-c", folder.path(of: "nginx.conf")]
            return (try ServerProcess(command, port: port, in: folder), port, certificates.authorityFile)
        }

        /// Starts `nghttpd`, which serves files and echoes the bodies of uploads.
        ///
        /// - Parameters:
        ///   - files: The content of the files by name, for example `small.json`. A name may contain a folder.
        ///   - isSecure: Whether the server uses TLS. If not, the client must use HTTP/2 without negotiation. Defaults
        ///     to `true`.
        /// - Throws: ``/RillHTTPTesting/MissingPrerequisite`` if nghttpd or openssl is not installed; another error if nghttpd does not
        ///   start.
        public init(files: [String: [UInt8]], isSecure: Bool = true) throws {
            let certificates = try TestCertificates.shared()
            let path = try Self.tool(.nghttpd).path
            let folder = try TemporaryFolder()
            for (name, bytes) in files { try folder.write(bytes, to: "files/\(name)") }
            let port = try ServerProcess.freePort()
            let identity = certificates.server
            let options = ["--address=127.0.0.1", "--htdocs=\(folder.path(of: "files"))", "--echo-upload"]
            let arguments =
                isSecure ? ["\(port)", identity.keyFile, identity.certificateFile] : ["--no-tls", "\(port)"]
            process = try ServerProcess([path] + options + arguments, port: port, in: folder)
            (scheme, self.port) = (isSecure ? "https" : "http", port)
            authorityFile = certificates.authorityFile
        }

        /// Stops the server's process and deletes its folder.
        ///
        /// Does nothing if the server has already stopped.
        public func stop() {
            process.stop()
        }

        private static func tool(_ kind: Kind) throws(MissingPrerequisite) -> SystemTool {
            let tool = try SystemTool(kind.rawValue)
            if kind == .nginx, (try? tool.run(["-V"]))?.contains("http_v2_module") != true {
                throw MissingPrerequisite("the installed nginx was built without HTTP/2")
            }
            return tool
        }

        private static let skipReasons = Dictionary(
            uniqueKeysWithValues: Kind.allCases.map { kind in
                do throws(MissingPrerequisite) {
                    _ = try tool(kind)
                    return (kind, TestCertificates.skipReason)
                } catch {
                    return (kind, error.description)
                }
            })
    #else
        private static let skipReasons: [Kind: String?] = [
            .nginx: "child processes are not supported on this platform",
            .nghttpd: "child processes are not supported on this platform",
        ]
    #endif

    /// Returns the reason why a server cannot be started on this machine, or `nil` if it can.
    ///
    /// - Parameter kind: The server program.
    /// - Returns: The missing prerequisite, for example `nginx is not installed`.
    public static func skipReason(to kind: Kind) -> String? {
        skipReasons[kind] ?? nil
    }
}
