/// A parser of frames that checks everything which a single frame must fulfill.
///
/// The result does not depend on the boundaries of the received chunks. Memory is used only for bytes that have arrived,
/// whatever length a header announces.
///
/// - SeeAlso: RFC 6455, 5.2
struct FrameDecoder: Sendable {
    private let role: WebSocketRole
    private let allowsCompression: Bool
    private let limit: Int

    /// The received bytes that have not been parsed begin at `position`.
    private var input: [UInt8] = []
    private var position = 0
    private var mask: FrameMask?

    /// The number of payload bytes of the current frame that have not been read.
    private(set) var remaining = 0

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - role: The side that receives the frames.
    ///   - allowsCompression: Whether permessage-deflate has been negotiated.
    ///   - limit: The maximum payload size in bytes.
    init(role: WebSocketRole, allowsCompression: Bool, limit: Int) {
        self.role = role
        self.allowsCompression = allowsCompression
        self.limit = limit
    }

    /// Appends received bytes.
    mutating func append(_ bytes: [UInt8]) {
        input = position == input.count ? bytes : Array(input[position...]) + bytes
        position = 0
    }

    /// Discards the received bytes.
    mutating func removeAll() {
        input = []
        position = 0
    }

    /// Returns the header of the next frame, or `nil` if more bytes are needed.
    ///
    /// The payload of the previous frame must have been read.
    mutating func nextHeader() throws(WebSocketError) -> FrameHeader? {
        let available = input.count - position
        guard available > 0 else { return nil }
        let first = input[position]
        guard let opcode = Opcode(rawValue: first & 0x0F) else {
            throw WebSocketError(.protocolError, "received a frame with the reserved opcode \(first & 0x0F)")
        }
        try checkBits(first, opcode)
        guard available > 1 else { return nil }
        let second = input[position + 1]
        let isMasked = second & 0x80 != 0
        guard isMasked == (role == .server) else {
            throw WebSocketError(
                .protocolError, isMasked ? "received a masked frame from the server" : "received an unmasked frame")
        }
        var length = UInt64(second & 0x7F)
        guard !opcode.isControl || length <= Opcode.controlLimit else {
            throw WebSocketError(.protocolError, "received a control frame of more than 125 bytes")
        }
        let extensionSize = length < 126 ? 0 : length == 126 ? 2 : 8
        let maskOffset = 2 + extensionSize
        guard available >= maskOffset else { return nil }
        if extensionSize > 0 {
            length = number(at: 2, size: extensionSize)
            guard length >= (extensionSize == 2 ? 126 : 65_536), length <= Int64.max else {
                throw WebSocketError(.protocolError, "received a frame with an invalid length field")
            }
        }
        guard length <= UInt64(limit) else {
            throw WebSocketError(
                .messageTooBig, "received a frame of \(length) bytes, which exceeds the limit of \(limit) bytes")
        }
        guard available >= maskOffset + (isMasked ? 4 : 0) else { return nil }
        mask = isMasked ? FrameMask(key: UInt32(number(at: maskOffset, size: 4)).byteSwapped) : nil
        position += maskOffset + (isMasked ? 4 : 0)
        remaining = Int(length)
        return FrameHeader(
            isFinal: first & 0x80 != 0, isCompressed: first & 0x40 != 0, opcode: opcode, length: remaining)
    }

    /// Moves the received payload bytes of the current frame into a buffer, and unmasks them.
    mutating func readPayload(into buffer: inout [UInt8]) {
        let count = min(remaining, input.count - position)
        guard count > 0 else { return }
        let start = buffer.count
        buffer += input[position..<position + count]
        buffer.withUnsafeMutableBytes { mask?.apply(to: UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
        position += count
        remaining -= count
        if position == input.count { removeAll() }
    }

    private func checkBits(_ first: UInt8, _ opcode: Opcode) throws(WebSocketError) {
        guard first & 0x30 == 0, first & 0x40 == 0 || allowsCompression else {
            throw WebSocketError(.protocolError, "received a frame with reserved bits")
        }
        guard first & 0x40 == 0 || opcode == .text || opcode == .binary else {
            throw WebSocketError(
                .protocolError, "received a frame that is marked as compressed, but does not begin a message")
        }
        guard first & 0x80 != 0 || !opcode.isControl else {
            throw WebSocketError(.protocolError, "received a fragmented control frame")
        }
    }

    /// Returns a big-endian number of the header.
    private func number(at offset: Int, size: Int) -> UInt64 {
        input[position + offset..<position + offset + size].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
