internal import Foundation
internal import RillHTTP
internal import RillWebSocket

/// The messages of a connection, collected for recording.
final class RecordedConnection: @unchecked Sendable {  // the variables are guarded by `lock`
    private let request: HAR.Request
    private let clock: any Scheduler
    private let startedDateTime = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    private let start: Duration
    private let lock = Lock()
    private var head: HTTPResponse?
    private var messages: [HAR.Message] = []
    private var client: WebSocket?
    private var server: WebSocket?

    init(_ request: HAR.Request, clock: any Scheduler) {
        self.request = request
        self.clock = clock
        start = clock.now
    }

    func open(_ server: WebSocket, _ head: HTTPResponse) {
        lock.withLock {
            self.server = server
            self.head = head
        }
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
        return .merge(received.concat(.never()), sent.do(onCompleted: { server.close() }))
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
        if let code = server.closeCode { try? client.close(code, reason: reason) }
    }

    /// Returns the unredacted entry, or `nil` if there was no response.
    ///
    /// - Parameter rejection: The response of a server that has rejected the handshake.
    func entry(_ rejection: [TransportEvent]?) -> HAR.Entry? {
        if let rejection {
            let exchange = RecordedExchange(request, clock: clock)
            for event in rejection { exchange.record(event) }
            return exchange.end(.completed)
        }
        return lock.withLock {
            guard let head else { return nil }
            let duration = ((clock.now - start) / .milliseconds(1)).rounded(.down)
            let response = HAR.Response(
                status: head.status.code, statusText: head.status.reasonPhrase,
                headers: head.headerFields.map { HAR.Pair(name: $0.name.rawName, value: $0.value) },
                content: HAR.Content(mimeType: "", body: []), bodySize: 0)
            return HAR.Entry(
                startedDateTime: startedDateTime, time: duration, request: request, response: response,
                timings: HAR.Timings(wait: 0, receive: duration), webSocketMessages: messages)
        }
    }

    private var time: Double {
        (HAR.Message.time(of: startedDateTime) ?? 0) + ((clock.now - start) / .milliseconds(1)).rounded(.down) / 1_000
    }

    private func record(_ message: HAR.Message) {
        lock.withLock { messages.append(message) }
    }
}
