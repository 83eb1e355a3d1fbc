public import RillHTTPTesting

/// A sample server on one loopback port.
public protocol SampleServer: Sendable {
    /// The underlying loopback server, which records the requests in `server.requests`.
    var server: LoopbackServer { get }

    /// The base URL for clients, without a trailing slash.
    var baseURL: String { get }
}

extension SampleServer {
    /// The base URL for clients, without a trailing slash.
    public var baseURL: String { server.baseURL }

    /// Stops the server and waits for its threads.
    ///
    /// Does nothing if the server is already stopped.
    public func stop() {
        server.stop()
    }
}
