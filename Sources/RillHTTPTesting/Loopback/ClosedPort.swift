package import RillHTTP

/// A port of 127.0.0.1 that the process takes and never listens at: it refuses every connection.
///
/// The port of a server that was stopped is free, and goes to whoever asks the system for one next.
package enum ClosedPort {
    private static let socket = Result { try Listener(port: 0, backlog: nil) }

    /// The host and the port, as in a URL.
    package static var authority: String {
        get throws { "127.0.0.1:\(try socket.get().port)" }
    }

    /// The start of URLs at this port, without a slash at the end.
    package static var baseURL: String {
        get throws { "http://\(try authority)" }
    }

    /// A GET of `/`.
    package static func request() throws -> HTTPRequest {
        HTTPRequest(method: .get, scheme: "http", authority: try authority, path: "/")
    }
}
