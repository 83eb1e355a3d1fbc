internal import RillHTTP
internal import RillWebSocket

/// A recorded connection, from the side of the server.
///
/// The messages that were received after a message of the client are sent when the client has sent it again.
struct PlayedConnection: Sendable {
    /// The end of a connection without a close frame.
    struct Loss: Error {}

    /// A message that the server sends, and the time since the message before it.
    private typealias Reply = (message: HAR.Message, delay: Duration)

    private let filter: SecretFilter
    private let scheduler: any Scheduler
    private let name: String

    /// The messages of the client.
    private var sent: [HAR.Message] = []

    /// The messages of the server before the first message of the client, and after each of them.
    private var replies: [[Reply]] = [[]]

    /// - Parameters:
    ///   - messages: The messages of both sides.
    ///   - start: The time of the handshake in seconds since 1970, or `nil` if it is unknown.
    ///   - filter: The filter that redacts the messages of the client before they are compared.
    ///   - scheduler: The scheduler of the delays.
    ///   - name: The name of the entry, for errors.
    init(_ messages: [HAR.Message], since start: Double?, filter: SecretFilter, scheduler: any Scheduler, name: String)
    {
        self.filter = filter
        self.scheduler = scheduler
        self.name = name
        var last = start ?? messages.first?.time ?? 0
        for message in messages {
            if message.type == .send {
                sent.append(message)
                replies.append([])
            } else {
                let delay = PlayedResponse.duration(((message.time - last) * 1_000).rounded())
                replies[replies.count - 1].append((message, delay))
            }
            last = message.time
        }
    }

    /// Sends the messages of the server.
    ///
    /// - Parameter client: The connection of the client.
    /// - Returns: An observable that does not complete. Fails if a message of the client differs from the recorded one, or
    ///   with `Loss`.
    func messages(to client: WebSocket) -> Observable<Void> {
        let later = client.messages.enumerated().concatMap { number, message in
            try check(message, number)
            return send(replies[number + 1], to: client)
        }
        return send(replies[0], to: client).concat(later).concat(.never())
    }

    private func send(_ replies: [Reply], to client: WebSocket) -> Observable<Void> {
        .concat(
            replies.map { reply, delay in
                let start = Observable.timer(delay, scheduler: scheduler)
                return start.concatMap { _ -> Observable<Void> in
                    if let message = reply.message { return client.sending(message) }
                    guard let close = reply.close else { return .empty() }
                    if close.code == .abnormalClosure { throw Loss() }
                    try? client.close(close.code, reason: close.reason)
                    return .empty()
                }
            })
    }

    private func check(_ message: WebSocketMessage, _ number: Int) throws {
        let found = filter.clean(HAR.Message(.send, at: 0, message))
        guard number < sent.count else {
            throw mismatch("the client sent \(Difference.quoted(found.data)) after the last recorded message")
        }
        let recorded = sent[number]
        guard recorded.opcode == found.opcode else {
            throw mismatch("message \(number + 1) of the client is \(found.opcode == 1 ? "text" : "binary")")
        }
        let differences = BodyKey(Array(recorded.data.utf8), type: "")
            .differences(from: BodyKey(Array(found.data.utf8), type: ""))
        guard differences.isEmpty else {
            throw mismatch(
                "message \(number + 1) of the client differs: \(differences.map(\.text).joined(separator: "; "))")
        }
    }

    private func mismatch(_ text: String) -> TransportError {
        TransportError(
            .unavailable, .noRecordedResponse,
            "\(name): \(text). To update the cassette, \(CassetteTransport.recordingAdvice)")
    }
}
