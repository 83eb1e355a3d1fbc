internal import RillHTTPTesting

/// An HTTP/2 server for tests: an installed `nginx`, started as a child process.
///
///     let server = try LoopbackServer { _ in .text("hello") }
///     let peer = try HTTP2Peer(inFrontOf: server)
///     defer { peer.stop() }
///     // … a client that trusts peer.authorityFile sends requests to peer.baseURL, https://127.0.0.1:23456 …
///
/// The server is a reverse proxy in front of a ``/RillHTTPTesting/LoopbackServer``. It forwards requests and responses without
/// buffering, so all features of the loopback server are available over HTTP/2. Over TLS, it uses the server certificate of
/// ``/RillHTTPTesting/TestCertificates`` and also supports HTTP/1.1, for clients that do not offer HTTP/2. Without TLS, clients must
/// use HTTP/2 without negotiation. The child process and its temporary folder are removed when `stop()` returns, when the
/// peer is released, or when the test process crashes.
public final class HTTP2Peer: Sendable {
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
        /// - Parameters:
        ///   - server: The server that responds to the requests. Must not use TLS.
        ///   - isSecure: Whether the proxy uses TLS. If not, the client must use HTTP/2 without negotiation. Defaults to
        ///     `true`.
        /// - Throws: ``/RillHTTPTesting/MissingPrerequisite`` if openssl or an nginx with HTTP/2 support is not installed; another error
        ///   if nginx does not start.
        public convenience init(inFrontOf server: LoopbackServer, isSecure: Bool = true) throws {
            try self.init(inFrontOf: server, isSecure: isSecure, requestsPerConnection: 100_000)
        }

        /// Starts `nginx` as a reverse proxy that closes each connection after a number of requests.
        package init(inFrontOf server: LoopbackServer, isSecure: Bool = true, requestsPerConnection: Int) throws {
            let certificates = try TestCertificates.shared()
            let path = try Self.tool().path
            let folder = try TemporaryFolder()
            port = try ServerProcess.freePort()
            let configuration = Self.configuration(
                port, isSecure ? certificates.server : nil, upstream: server.authority,
                requestsPerConnection: requestsPerConnection)
            try folder.write(configuration.utf8, to: "nginx.conf")
            let command = [path, "-p", folder.path, "-c", folder.path(of: "nginx.conf")]
            process = try ServerProcess(command, port: port, in: folder)
            scheme = isSecure ? "https" : "http"
            authorityFile = certificates.authorityFile
        }

        /// Stops the server's process and deletes its folder.
        ///
        /// Does nothing if the server has already stopped.
        public func stop() {
            process.stop()
        }

        private static func tool() throws(MissingPrerequisite) -> SystemTool {
            let tool = try SystemTool("nginx")
            if (try? tool.run(["-V"]))?.contains("http_v2_module") != true {
                throw MissingPrerequisite("the installed nginx was built without HTTP/2")
            }
            return tool
        }

        /// The reason why the server cannot be started on this machine, for example `nginx is not installed`, or `nil` if it
        /// can.
        public static let skipReason: String? = {
            do throws(MissingPrerequisite) {
                _ = try tool()
                return TestCertificates.skipReason
            } catch {
                return error.description
            }
        }()
    #else
        /// The reason why the server cannot be started on this platform.
        public static let skipReason: String? = "child processes are not supported on this platform"
    #endif
}
