import Testing

@testable import RillWebSocket

/// A peer and an endpoint that sends back each message, connected without a network.
struct ConnectedEndpoints: ~Copyable {
    var peer: WebSocketConnection
    var endpoint: EchoEndpoint
    private let peerRole: WebSocketRole
    private let fragmentSize: Int

    /// Creates the connections.
    ///
    /// - Parameters:
    ///   - role: The side of the endpoint.
    ///   - compression: The parameters of the compression.
    ///   - fragmentSize: The maximum payload size of the peer's frames in bytes. Defaults to no limit.
    ///   - options: The maximum sizes of received data.
    init(
        endpoint role: WebSocketRole, compression: DeflateParameters? = nil, fragmentSize: Int = .max,
        options: WebSocketOptions = WebSocketOptions()
    ) {
        peerRole = role == .client ? .server : .client
        self.fragmentSize = fragmentSize
        peer = WebSocketConnection(role: peerRole, compression: compression, options: options)
        endpoint = EchoEndpoint(WebSocketConnection(role: role, compression: compression, options: options))
    }

    /// Sends a message in chunks of limited size, and returns whether exactly this message comes back.
    mutating func returnsMessage(_ message: WebSocketMessage, chunkSize: Int = .max) throws -> Bool {
        try peer.send(message)
        var bytes = peer.takeOutput()
        if fragmentSize < bytes.count {
            let frames = try #require(WireFrame.parse(bytes, masked: peerRole == .client))
            bytes = []
            for frame in frames.flatMap({ $0.fragments(ofSize: fragmentSize) }) { bytes += frame.bytes(from: peerRole) }
        }
        if chunkSize < bytes.count {
            for start in stride(from: 0, to: bytes.count, by: chunkSize) {
                endpoint.receive(Array(bytes[start..<min(start + chunkSize, bytes.count)]))
            }
        } else {
            endpoint.receive(bytes)
        }
        guard endpoint.events.last == .message(message), endpoint.events.count == 1 else { return false }
        endpoint.events = []
        peer.receive(endpoint.takeOutput())
        let event = try peer.nextEvent()
        return try event == .message(message) && peer.nextEvent() == nil
    }

    /// Closes the connection, and returns whether the close handshake is complete.
    mutating func closes() throws -> Bool {
        try peer.close()
        endpoint.receive(peer.takeOutput())
        peer.receive(endpoint.takeOutput())
        let event = try peer.nextEvent()
        return event == .close(CloseFrame(.normalClosure)) && peer.isFinished && endpoint.connection.isFinished
    }
}
