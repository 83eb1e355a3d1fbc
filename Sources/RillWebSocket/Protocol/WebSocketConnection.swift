/// The state of an open WebSocket connection: turns received bytes into events, and messages into bytes to send.
///
/// There is no I/O and no time. The owner
///
/// - passes received bytes to `receive(_:)`, and calls `nextEvent()` until it returns `nil` before it reads more,
/// - writes the bytes of `takeOutput()` after each call that can produce some, including `nextEvent()`,
/// - shuts down the transport when `isFinished` is true and the output has been written; a client waits a limited time for
///   the server to do so (RFC 6455, 7.1.1), and
/// - calls `receiveEnd()` when the transport ends.
///
/// After the peer's close frame or a violation, received bytes are ignored.
///
/// - SeeAlso: RFC 6455; RFC 7692
struct WebSocketConnection: ~Copyable, Sendable {
    /// A message or a control frame of the peer.
    enum Event: Hashable, Sendable {
        case message(WebSocketMessage)
        case ping([UInt8])
        case pong([UInt8])
        case close(CloseFrame)
    }

    private let encoder: FrameEncoder
    private let deflater: Deflater?
    private var frames: FrameDecoder
    private var incoming: MessageDecoder

    /// The frame whose payload is being received.
    private var frame: FrameHeader?
    private var controlPayload: [UInt8] = []

    private var output: [UInt8] = []

    /// The payload of the last ping, if no pong has been sent for it.
    ///
    /// If the output is not written in the meantime, a pong is sent only for the last ping (RFC 6455, 5.5.3), so that a peer cannot
    /// fill the memory.
    private var pendingPing: [UInt8]?

    /// Whether a close frame has been sent.
    private(set) var hasSentClose = false

    /// The close frame of the peer, or `nil` if none has been received.
    private(set) var receivedClose: CloseFrame?

    /// The failure of the connection, or `nil` if there is none.
    private(set) var failure: WebSocketError?

    /// Creates the state of an open connection.
    ///
    /// - Parameters:
    ///   - role: The side of the connection.
    ///   - compression: The parameters of the compression. Defaults to `nil`, which means that messages are not compressed.
    ///     Requires `DeflateParameters.isAvailable`.
    ///   - options: The maximum sizes of received data.
    ///   - makeMask: Returns a new masking key, which must be unpredictable. Defaults to the system's random numbers.
    init(
        role: WebSocketRole, compression: DeflateParameters? = nil, options: WebSocketOptions = WebSocketOptions(),
        makeMask: @escaping @Sendable () -> UInt32 = { .random(in: 0...UInt32.max) }
    ) {
        deflater = compression?.makeDeflater(for: role)
        encoder = FrameEncoder(makeMask: role == .client ? makeMask : nil)
        frames = FrameDecoder(
            role: role, allowsCompression: compression != nil, limit: options.maximumFrameSize ?? .max)
        incoming = MessageDecoder(limit: options.maximumMessageSize, inflater: compression?.makeInflater(for: role))
    }

    /// Whether a close frame has been received.
    var hasReceivedClose: Bool { receivedClose != nil }

    /// Whether more can be received: there is neither a close frame of the peer nor a failure.
    var canReceive: Bool { !hasReceivedClose && failure == nil }

    /// Whether messages can be sent.
    var canSend: Bool { canReceive && !hasSentClose }

    /// Whether neither side can send or receive more: the close handshake is complete, or the connection has failed.
    var isFinished: Bool { failure != nil || hasSentClose && hasReceivedClose }
}

// MARK: Receiving

extension WebSocketConnection {
    /// Appends received bytes.
    mutating func receive(_ bytes: [UInt8]) {
        if canReceive { frames.append(bytes) }
    }

    /// Returns the next event, or `nil` if more bytes are needed.
    ///
    /// After a violation, the output contains a close frame with the code of the error.
    mutating func nextEvent() throws(WebSocketError) -> Event? {
        guard canReceive else { return nil }
        do throws(WebSocketError) {
            while try readFrame() {
                if let event = try finishFrame() { return event }
            }
            return nil
        } catch {
            fail(error)
            throw error
        }
    }

    /// Ends the connection because the transport has ended.
    ///
    /// The events of all received bytes must have been read.
    ///
    /// - Parameter text: The description of the error.
    mutating func receiveEnd(_ text: String = "the connection ended without a close frame") throws(WebSocketError) {
        guard canReceive else { return }
        let error = WebSocketError(.abnormalClosure, text)
        failure = error
        throw error
    }

    /// Reads the received bytes of the current frame, and returns whether the frame is complete.
    private mutating func readFrame() throws(WebSocketError) -> Bool {
        if frame == nil {
            guard let header = try frames.nextHeader() else { return false }
            if !header.opcode.isControl { try incoming.begin(header) }
            frame = header
        }
        if frame?.opcode.isControl == true {
            frames.readPayload(into: &controlPayload)
        } else {
            try incoming.read(&frames)
        }
        return frames.remaining == 0
    }

    /// Returns the event of a complete frame, or `nil` if it is not the last one of its message.
    private mutating func finishFrame() throws(WebSocketError) -> Event? {
        guard let header = frame else { return nil }
        frame = nil
        defer { controlPayload = [] }
        switch header.opcode {
        case .ping:
            pendingPing = controlPayload
            return .ping(controlPayload)
        case .pong: return .pong(controlPayload)
        case .close:
            let close = try CloseFrame(payload: controlPayload)
            receivedClose = close
            frames.removeAll()
            // The response has the same code (RFC 6455, 5.5.1).
            sendCloseFrame(CloseFrame(close.code))
            pendingPing = nil
            return .close(close)
        case .continuation, .text, .binary:
            return header.isFinal ? .message(try incoming.finish()) : nil
        }
    }

    /// Fails the connection (RFC 6455, 7.1.7).
    private mutating func fail(_ error: WebSocketError) {
        sendCloseFrame(CloseFrame(error.code, reason: error.text))
        pendingPing = nil
        failure = error
        frames.removeAll()
    }
}

// MARK: Sending

extension WebSocketConnection {
    /// Whether `takeOutput()` returns bytes.
    var hasOutput: Bool { !output.isEmpty || pendingPing != nil }

    /// Returns the bytes to write.
    mutating func takeOutput() -> [UInt8] {
        sendPendingPong()
        defer { output = [] }
        return output
    }

    /// Sends a message as one frame.
    mutating func send(_ message: WebSocketMessage) throws(WebSocketSendError) {
        guard canSend else { throw .closed }
        let opcode: Opcode = if case .text = message { .text } else { .binary }
        let payload = try deflater?.compress(message.bytes) ?? message.bytes
        encoder.append(opcode, payload, isCompressed: deflater != nil, to: &output)
    }

    /// Sends a ping.
    ///
    /// - Parameter payload: The payload, which the pong repeats. At most 125 bytes.
    mutating func sendPing(_ payload: [UInt8] = []) throws(WebSocketSendError) {
        guard canSend else { throw .closed }
        guard payload.count <= Opcode.controlLimit else {
            throw .payloadTooLong(payload.count, limit: Opcode.controlLimit)
        }
        encoder.append(.ping, payload, to: &output)
    }

    /// Begins the close handshake.
    ///
    /// Does nothing if the handshake has started. The messages that the peer sends before its close frame are still received.
    ///
    /// - Parameters:
    ///   - code: The code, or `noStatusReceived` to send none. Defaults to `normalClosure`.
    ///   - reason: The reason. At most 123 bytes in UTF-8. Defaults to an empty text.
    mutating func close(_ code: WebSocketCloseCode = .normalClosure, reason: String = "") throws(WebSocketSendError) {
        guard code.isValidInFrame || code == .noStatusReceived && reason.isEmpty else { throw .invalidCloseCode(code) }
        guard reason.utf8.count <= CloseFrame.reasonLimit else {
            throw .payloadTooLong(reason.utf8.count, limit: CloseFrame.reasonLimit)
        }
        sendCloseFrame(CloseFrame(code, reason: reason))
    }

    private mutating func sendCloseFrame(_ frame: CloseFrame) {
        guard !hasSentClose, failure == nil else { return }
        sendPendingPong()
        hasSentClose = true
        encoder.append(.close, frame.payload, to: &output)
    }

    /// Sends the pong for the last ping.
    ///
    /// This is also allowed between the own close frame and the peer's (RFC 6455, 5.5.2).
    private mutating func sendPendingPong() {
        guard let payload = pendingPing else { return }
        pendingPing = nil
        encoder.append(.pong, payload, to: &output)
    }
}
