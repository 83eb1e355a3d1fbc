import RillHTTPTesting
import RillWebSocket

/// WebSocket connections whose messages are sent back, and the server's side of them.
struct SoakSockets {
    private static let content = (0..<Plan.maximumSize).map { LoopbackServer.patternByte(at: $0) }

    private let client: Client

    init(_ transport: any Transport, port: UInt16) {
        client = Client(baseURL: "http://127.0.0.1:\(port)", transport: transport)
    }

    // MARK: Client

    /// Returns a head when the connection is open, and each received message as a chunk.
    ///
    /// The connection is closed when all messages have been received. It fails with the errors of a transport, or
    /// `RejectedRequest`.
    func open(_ plan: Plan) -> Observable<TransportEvent> {
        var options = Self.options(plan.variant)
        if plan.kind == .stalledSocket { options.keepAliveInterval = .milliseconds(100) }
        let messages = Self.messages(plan)
        return client.webSocket(.url("\(client.baseURL)\(plan.path)"), options: options)
            .flatMap { socket in
                // Fails if the connection ends in the meantime, whose own error is expected.
                let sending = Observable.from(messages).concatMap { socket.sending($0) }
                    .catch { _ in .empty() }
                    .ignoreElements(as: TransportEvent.self)
                let received = socket.messages.take(messages.count)
                    .concat(
                        .deferred {
                            socket.close()
                            return socket.messages
                        }
                    )
                    .map { TransportEvent.chunk($0.bytes) }
                return .merge(.just(.head(HTTPResponse(status: .ok))), sending, received)
            }
            .mapError { Self.transportError($0) }
    }

    /// Returns messages that have the size of the plan together.
    private static func messages(_ plan: Plan) -> [WebSocketMessage] {
        let size = max(plan.size / (1 + plan.variant % 7), 1)
        return stride(from: 0, to: plan.size, by: size).map { start in
            .binary(Array(content[start..<min(start + size, plan.size)]))
        }
    }

    private static func transportError(_ error: any Error) -> any Error {
        switch (error as? APIError)?.underlying {
        case let error as TransportError: error
        case let error as WebSocketError where error.code == .abnormalClosure:
            TransportError(.closedEarly, error.description)
        case let error as WebSocketError where error.code == .protocolError:
            TransportError(.malformedResponse, error.description)
        default: RejectedRequest(error: error)
        }
    }

    // MARK: Server

    /// Returns the behavior of the server.
    static func response(
        _ kind: Plan.Kind, _ variant: Int, _ request: LoopbackServer.Request, garbage: [UInt8]
    ) -> LoopbackServer.Response {
        let options = options(variant)
        return switch kind {
        case .refusedSocket: .status([.forbidden, .serviceUnavailable][variant % 2])
        case .slowSocket:
            .webSocket(request, options: options) { socket in
                socket.messages.concatMap { message in
                    Observable<Int>.timer(.milliseconds(variant % 20)).flatMap { _ in socket.sending(message) }
                }
            }
        case .closedSocket:
            .webSocket(request, options: options) { socket in
                socket.messages.take(variant % 4).concatMap { socket.sending($0) }
            }
        case .failedSocket:
            .webSocket(request, options: options) { socket in
                socket.messages.take(variant % 4).concatMap { socket.sending($0) }.concat(.error(SoakError("failed")))
            }
        // The reserved bits are never valid.
        case .garbledSocket: faulty(request, [.raw([0x72] + garbage), .close])
        case .cutSocket: faulty(request, [.raw([0x82, 0x7E, 0x01]), .close])
        case .resetSocket: faulty(request, [.raw(Array([0x82, 0x05, 0x00].prefix(variant % 4))), .reset])
        case .stalledSocket: faulty(request, [.stall])
        default: .webSocket(request, options: options) { socket in socket.messages.concatMap { socket.sending($0) } }
        }
    }

    /// Accepts a connection and then performs steps.
    private static func faulty(
        _ request: LoopbackServer.Request, _ steps: [LoopbackServer.Step]
    ) -> LoopbackServer.Response {
        guard let upgrade = try? WebSocketUpgrade(request.fields) else { return .status(.badRequest) }
        return .steps([.head(.unframed)] + steps, status: 101, fields: upgrade.responseFields)
    }

    private static func options(_ variant: Int) -> WebSocketOptions {
        var options = WebSocketOptions()
        options.compression = variant % 2 == 0 ? WebSocketCompression(keepsContext: variant % 4 == 0) : nil
        return options
    }
}
