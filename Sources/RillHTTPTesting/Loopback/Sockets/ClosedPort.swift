internal import RillHTTP

/// A port on 127.0.0.1 that refuses every connection.
///
/// The process binds the port without listening on it.
///
/// The port of a stopped server is not suitable, because the system can assign it to another socket.
package enum ClosedPort {
    private static let socket = Result { try Listener(port: 0, backlog: nil) }

    /// The host and the port, in the form used in URLs.
    package static var authority: String {
        get throws { "127.0.0.1:\(try socket.get().port)" }
    }

    /// The base URL of the port without a trailing slash.
    package static var baseURL: String {
        get throws { "http://\(try authority)" }
    }

    /// Returns a GET request for `/`.
    package static func request() throws -> HTTPRequest {
        HTTPRequest(method: .get, scheme: "http", authority: try authority, path: "/")
    }
}
