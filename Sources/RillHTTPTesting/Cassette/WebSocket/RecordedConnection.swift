internal import RillHTTP
internal import RillWebSocket

/// The messages of a connection, collected for recording.
final class RecordedConnection: @unchecked Sendable {  // the variables are guarded by `lock`
    /// The handshake.
    private let exchange: RecordedExchange
    private let lock = Lock()
    private var messages: [HAR.Message] = []
    private var client: WebSocket?
    private var server: WebSocket?

    init(_ request: HAR.Request, clock: any Scheduler) {
        exchange = RecordedExchange(request, clock: clock)
    }

    func open(_ server: WebSocket, _ head: HTTPResponse) {
        exchange.record(.head(head))
        lock.withLock { self.server = server }
    }

    /// Forwards the messages of both sides, and records them.
    func forward(_ client: WebSocket, _ server: WebSocket) -> Observable<Void> {
        lock.withLock { self.client = client }
        let received = server.messages.concatMap { message in
            self.record(HAR.Message(.receive, at: self.time, message))
            return client.sending(message)
        }
        let sent = client.messages.concatMap { message in
            self.record(HAR.Message(.send, at: self.time, message))
            return server.sending(message)
        }
        return .merge(received.concat(.never()), sent.do(onCompleted: { Self.close(server, as: client) }))
    }

    /// Closes a connection with the code and the reason with which its other side has been closed.
    private static func close(_ socket: WebSocket, as other: WebSocket) {
        // A received code and its reason are valid, so there is no error.
        try? socket.close(other.closeCode ?? .normalClosure, reason: other.closeReason ?? "")
    }

    /// Whether the handshake with the server has been completed.
    var isOpen: Bool { lock.withLock { server } != nil }

    /// Closes the connection of the client as the server has closed its own.
    ///
    /// If the server has not sent a close frame, the code 1006 is recorded, which no close frame contains.
    func serverDidClose() {
        let (client, server) = lock.withLock { (self.client, self.server) }
        guard let server, let client else { return }
        let reason = server.closeReason ?? ""
        record(HAR.Message(at: time, server.closeCode ?? .abnormalClosure, reason: reason))
        if server.closeCode != nil { Self.close(client, as: server) }
    }

    /// Returns the unredacted entry, or `nil` if there was no response.
    ///
    /// - Parameter rejection: The response of a server that has rejected the handshake.
    func entry(_ rejection: [TransportEvent]?) -> HAR.Entry? {
        if let rejection {
            for event in rejection { exchange.record(event) }
            return exchange.end()
        }
        guard var entry = exchange.end() else { return nil }
        entry.timings = HAR.Timings(wait: 0, receive: entry.time)
        entry.webSocketMessages = lock.withLock { messages }
        return entry
    }

    private var time: Double {
        (HAR.Message.time(of: exchange.startedDateTime) ?? 0) + exchange.offset / 1_000
    }

    private func record(_ message: HAR.Message) {
        lock.withLock { messages.append(message) }
    }
}
