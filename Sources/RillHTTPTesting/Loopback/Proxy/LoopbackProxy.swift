internal import Foundation
internal import RillHTTP

/// A small HTTP or SOCKS5 proxy on 127.0.0.1, for tests.
///
///     let proxy = try LoopbackProxy(credentials: .init(user: "alice", password: "s3cret"))
///     defer { proxy.stop() }
///     var options = TransportOptions()
///     options.proxy = .url("http://alice:s3cret@\(proxy.server.authority)")
///     // … send a request to https://service.example:8443 …
///     #expect(proxy.server.requests.map(\.description) == ["CONNECT service.example:8443"])
///
/// The proxy forwards requests with an absolute URL, and opens tunnels for `CONNECT` and SOCKS5. It connects to ports of
/// 127.0.0.1 only, regardless of the requested host, so that tests can use any host name. After a forwarded request, it
/// closes the connection.
public final class LoopbackProxy: Sendable {
    /// The protocol that clients use to connect to the proxy.
    public enum Kind: Sendable, Hashable {
        /// HTTP, over TLS if the proxy has a TLS configuration.
        case http

        /// SOCKS5, with a user name and password if the proxy has credentials.
        case socks5
    }

    /// A user name and a password.
    public struct Credentials: Sendable, Hashable {
        /// The user name.
        public var user: String

        /// The password.
        public var password: String

        /// Creates credentials.
        ///
        /// - Parameters:
        ///   - user: The user name.
        ///   - password: The password.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }

        /// The value of a `Proxy-Authorization` field with Basic authentication.
        package var basic: String { "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())" }
    }

    /// The server that accepts the connections of clients.
    ///
    /// Its requests are the requests to the proxy. A SOCKS5 request is recorded as a `CONNECT` request, with the accepted
    /// credentials in the `Proxy-Authorization` field. Requests inside tunnels are not recorded.
    public let server: LoopbackServer

    /// Starts a proxy.
    ///
    /// - Parameters:
    ///   - kind: The protocol. Defaults to HTTP.
    ///   - tls: The TLS configuration, or `nil` for plain connections, which is the default.
    ///   - credentials: The credentials that clients must send. Others are rejected with status 407, or by the SOCKS5
    ///     handshake. Defaults to `nil`, which means that none are required.
    ///   - override: A closure that returns a response to a request, which the proxy sends instead of connecting to the
    ///     host, or `nil` to connect. It is called before credentials of HTTP requests are checked. A response to a SOCKS5
    ///     request must consist of `raw` steps. Defaults to always connecting.
    /// - Throws: `LoopbackServer.SocketError` or `LoopbackServer.TLSError` if the proxy cannot be started.
    public init(
        _ kind: Kind = .http, tls: LoopbackServer.TLS? = nil, credentials: Credentials? = nil,
        override: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Response? = { _ in nil }
    ) throws {
        var options = LoopbackServer.Options()
        options.tls = tls
        if kind == .socks5 { options.socks = SOCKSHandshake(credentials: credentials) }
        let stop = LoopbackServer.Gate(pipe: try Descriptor.makePipe())
        options.stop = stop
        server = try LoopbackServer(options: options) { request in
            if let response = override(request) { return response }
            if kind == .socks5 { return Self.connectSOCKS(request, stop) }
            guard credentials == nil || request.fields[.proxyAuthorization] == credentials?.basic else {
                return .status(407, fields: [.proxyAuthenticate: "Basic realm=\"LoopbackProxy\""])
            }
            return Self.connect(request, stop)
        }
    }

    /// Stops listening, closes all connections, and waits for all threads to end.
    public func stop() {
        server.stop()
    }

    /// Returns a response to a SOCKS5 request that refuses to connect.
    ///
    /// - Parameter code: The reply code, such as 2 for "connection not allowed by ruleset".
    /// - Returns: The response.
    public static func socksRefusal(_ code: UInt8) -> LoopbackServer.Response {
        .steps([.raw(SOCKSHandshake.reply(code)), .close])
    }

    // MARK: Connections

    private static func connectSOCKS(
        _ request: LoopbackServer.Request, _ stop: LoopbackServer.Gate
    ) -> LoopbackServer.Response {
        guard let socket = connection(to: request.target, stop) else {
            return socksRefusal(SOCKSHandshake.Reply.connectionRefused.rawValue)
        }
        return .steps([.raw(SOCKSHandshake.reply(SOCKSHandshake.Reply.succeeded.rawValue)), .relay(with: socket)])
    }

    private static func connect(
        _ request: LoopbackServer.Request, _ stop: LoopbackServer.Gate
    ) -> LoopbackServer.Response {
        if request.method == .connect {
            guard let socket = connection(to: request.target, stop) else { return .status(.badGateway) }
            return .steps([.raw("HTTP/1.1 200 Connection established\r\n\r\n"), .relay(with: socket)])
        }
        guard let start = request.target.firstRange(of: "://")?.upperBound else { return .status(.badRequest) }
        let authority = request.target[start...].prefix { $0 != "/" && $0 != "?" }
        guard let socket = connection(to: String(authority), stop) else { return .status(.badGateway) }
        let target = String(request.target[authority.endIndex...])
        return .steps([.relay(request.forwarded(to: target), with: socket)])
    }

    /// Connects to the port of an authority, which defaults to 80.
    ///
    /// Returns `nil` if the connection fails, or if the proxy stops.
    private static func connection(to authority: String, _ stop: LoopbackServer.Gate) -> Descriptor? {
        let rest = authority.hasPrefix("[") ? authority.drop { $0 != "]" } : authority[...]
        guard let port = rest.firstIndex(of: ":").map({ UInt16(rest[$0...].dropFirst()) }) ?? 80 else { return nil }
        return try? Listener.connection(to: port, stop: stop)
    }
}

extension LoopbackServer.Request {
    /// Encodes the request for the server that it is forwarded to, without the fields for the proxy.
    fileprivate func forwarded(to target: String) -> [UInt8] {
        var fields = fields
        for name in fields.connectionOptions + ["connection", "proxy-connection", "proxy-authorization"] {
            if let name = HTTPField.Name(name) { fields[name] = nil }
        }
        if fields.contains(.transferEncoding) {
            fields[.transferEncoding] = nil
            fields[.contentLength] = String(body.count)
        }
        fields[.connection] = "close"
        let lines = fields.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        let path = target.hasPrefix("/") ? target : "/" + target
        return Array("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n".utf8) + body
    }
}
