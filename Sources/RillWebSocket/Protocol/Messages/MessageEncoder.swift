/// Encodes messages as data frames.
struct MessageEncoder: Sendable {
    private let frames: FrameEncoder
    private let fragmentSize: Int
    private let deflater: Deflater?

    /// `text` or `binary` while the last frame of a message has not been encoded.
    private var kind: Opcode?
    private var hasStarted = false

    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - frames: Encodes the frames.
    ///   - fragmentSize: The maximum payload size of a frame in bytes.
    ///   - deflater: Compresses messages. `nil` if no compression has been negotiated.
    init(frames: FrameEncoder, fragmentSize: Int, deflater: Deflater?) {
        self.frames = frames
        self.fragmentSize = fragmentSize
        self.deflater = deflater
    }

    /// Appends the frames of a message, or of a part of it.
    mutating func append(
        _ message: WebSocketMessage, isFinal: Bool, to output: inout [UInt8]
    ) throws(WebSocketSendError) {
        let (messageKind, bytes): (Opcode, [UInt8]) =
            switch message {
            case .text(let text): (.text, Array(text.utf8))
            case .binary(let bytes): (.binary, bytes)
            }
        guard kind ?? messageKind == messageKind else { throw .unfinishedMessage }
        let payload = try deflater?.compress(bytes, isFinal: isFinal) ?? bytes
        kind = isFinal ? nil : messageKind
        // The compressed bytes of a part can still be in the buffer of zlib.
        guard isFinal || !payload.isEmpty else { return }
        payload.withUnsafeBytes { payload in
            var rest = payload[...]
            repeat {
                let part = UnsafeRawBufferPointer(rebasing: rest.prefix(fragmentSize))
                rest = rest.dropFirst(part.count)
                frames.append(
                    hasStarted ? .continuation : messageKind, part, isFinal: isFinal && rest.isEmpty,
                    isCompressed: !hasStarted && deflater != nil, to: &output)
                hasStarted = true
            } while !rest.isEmpty
        }
        hasStarted = !isFinal
    }
}
