/// Assembles messages from the payloads of data frames.
struct MessageDecoder: Sendable {
    private let limit: Int
    private let inflater: Inflater?

    /// `text` or `binary` while a message is incomplete.
    private var kind: Opcode?
    private var isCompressed = false
    private var payload: [UInt8] = []
    private var validator = UTF8Validator()

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of a message in bytes.
    ///   - inflater: Decompresses messages. `nil` if no compression has been negotiated.
    init(limit: Int, inflater: Inflater?) {
        self.limit = limit
        self.inflater = inflater
    }

    /// Begins a data frame.
    mutating func begin(_ header: FrameHeader) throws(WebSocketError) {
        if header.opcode == .continuation {
            guard kind != nil else {
                throw WebSocketError(.protocolError, "received a continuation frame without a message")
            }
        } else {
            guard kind == nil else {
                throw WebSocketError(.protocolError, "received a new message within a fragmented message")
            }
            kind = header.opcode
            isCompressed = header.isCompressed
        }
        guard isCompressed || header.length <= limit - payload.count else { throw Self.tooBig(limit) }
    }

    /// Reads the received payload bytes of the current frame.
    mutating func read(_ frames: inout FrameDecoder) throws(WebSocketError) {
        let start = payload.count
        var failure: WebSocketError?
        if isCompressed, let inflater {
            var compressed: [UInt8] = []
            frames.readPayload(into: &compressed)
            do throws(WebSocketError) {
                try inflater.append(compressed, to: &payload, limit: limit)
            } catch {
                failure = error
            }
        } else {
            frames.readPayload(into: &payload)
        }
        // An invalid text before the failure is reported first, so that the error does not depend on chunk boundaries.
        if kind == .text {
            let isValid = payload.withUnsafeBytes { validator.append(UnsafeRawBufferPointer(rebasing: $0[start...])) }
            guard isValid else { throw Self.invalidText }
        }
        if let failure { throw failure }
    }

    /// Returns the message after its last frame.
    mutating func finish() throws(WebSocketError) -> WebSocketMessage {
        if isCompressed { try inflater?.finishMessage() }
        guard validator.isComplete else { throw Self.invalidText }
        defer {
            kind = nil
            payload = []
        }
        return kind == .text ? .text(String(decoding: payload, as: UTF8.self)) : .binary(payload)
    }

    static func tooBig(_ limit: Int) -> WebSocketError {
        WebSocketError(.messageTooBig, "received a message that exceeds the limit of \(limit) bytes")
    }

    private static let invalidText = WebSocketError(.invalidPayload, "received a text that is not UTF-8")
}
