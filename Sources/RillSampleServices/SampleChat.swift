public import RillHTTPTesting

/// A sample server with a chat room over WebSocket connections, on a free loopback port.
///
///     let chat = try SampleChat()
///     defer { chat.stop() }
///     // … client.webSocket("/chat") with the base URL chat.baseURL …
///
/// | Request | Response |
/// | --- | --- |
/// | `GET /chat` with a handshake | a connection that receives all later messages of the room |
/// | `GET /chat?since={id}` with a handshake | a connection that also receives the earlier messages after an ID |
/// | `GET /messages`, `GET /messages?since={id}` | the messages of the room as a JSON array |
///
/// A client sends messages of the form `{"from": "ada", "text": "hello", "key": "1"}`. Each is sent to all clients, including its
/// sender, with a member `id`, which begins at 1 and increases. The member `key` is optional: the server discards a message whose key
/// it has received before, so that a client can send a message again. A message of another form closes the connection with the
/// code 1007, and a message of more than 64 KiB with the code 1009. All data is kept in memory.
public final class SampleChat: SampleServer {
    /// The port of a sample server.
    public struct Options: Sendable {
        /// The port.
        ///
        /// Defaults to 0, which selects a free port.
        public var port: UInt16 = 0

        /// Creates the default options.
        public init() {}
    }

    /// The underlying loopback server, which records the requests in `server.requests`.
    public let server: LoopbackServer

    private let service = ChatService()

    /// Starts the sample server.
    ///
    /// - Parameter options: The port.
    /// - Throws: `LoopbackServer.SocketError` if the port is not available.
    public init(options: Options = Options()) throws {
        server = try LoopbackServer(port: options.port, handler: service.response)
    }

    /// Closes all WebSocket connections with the code 1001, as a server does before it restarts.
    ///
    /// The room keeps its messages, and accepts new connections.
    public func closeConnections() { service.closeConnections() }
}
