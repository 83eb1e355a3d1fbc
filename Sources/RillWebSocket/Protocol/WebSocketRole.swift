/// The side of a WebSocket connection.
enum WebSocketRole: Hashable, Sendable {
    /// The side that requests the connection and masks its frames.
    case client

    /// The side that accepts the connection.
    case server
}
