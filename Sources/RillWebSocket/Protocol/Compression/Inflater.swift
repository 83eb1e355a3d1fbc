internal import RillSystem

/// Decompresses messages for permessage-deflate.
///
/// - SeeAlso: RFC 7692, 7.2.2
final class Inflater: @unchecked Sendable {  // used by one connection, which is not copyable
    private let library: SystemZLib
    private let windowBits: Int
    private let keepsContext: Bool
    private var stream: UnsafeMutablePointer<SystemZLib.Stream>?

    init(_ library: SystemZLib, windowBits: Int, keepsContext: Bool) {
        self.library = library
        self.windowBits = windowBits
        self.keepsContext = keepsContext
    }

    deinit {
        guard let stream else { return }
        _ = library.endInflate(stream)
        stream.deallocate()
    }

    /// Decompresses bytes and appends the output to a message.
    ///
    /// Stops as soon as the message exceeds the limit.
    func append(
        _ bytes: [UInt8], to message: inout [UInt8], limit: Int
    ) throws(WebSocketError) {
        guard !bytes.isEmpty else { return }
        let stream = try startedStream()
        var position = 0
        while true {
            // One byte more than the limit shows that the message exceeds it.
            let room = SystemZLib.roomSize((bytes.count - position) * 4)
            let roomSize = min(room - 1, limit - message.count) + 1
            var status: Int32 = 0
            message += bytes.withUnsafeBufferPointer { bytes in
                [UInt8](unsafeUninitializedCapacity: roomSize) { room, count in
                    // The count has 32 bits.
                    let size = min(bytes.count - position, 1 << 30)
                    stream.pointee.nextInput = bytes.baseAddress.map { $0 + position }
                    stream.pointee.inputCount = CUnsignedInt(size)
                    stream.pointee.nextOutput = room.baseAddress
                    stream.pointee.outputCount = CUnsignedInt(roomSize)
                    status = library.inflate(stream, SystemZLib.syncFlush)
                    position += size - Int(stream.pointee.inputCount)
                    count = roomSize - Int(stream.pointee.outputCount)
                }
            }
            stream.pointee.nextInput = nil
            guard message.count <= limit else { throw MessageDecoder.tooBig(limit) }
            switch status {
            case SystemZLib.ok, SystemZLib.bufferError: break
            // A message may consist of several streams (RFC 7692, 7.2.3.4).
            case SystemZLib.streamEnd: _ = library.continueInflate(stream)
            default:
                throw Self.failure(
                    stream.pointee.message.map { String(cString: $0) } ?? "zlib failed with code \(status)")
            }
            if position == bytes.count, stream.pointee.outputCount > 0 { return }
        }
    }

    /// Completes the current message.
    func finishMessage() throws(WebSocketError) {
        let stream = try startedStream()
        guard library.isAtFlush(stream) == 1 else { throw Self.failure("the message is incomplete") }
        guard keepsContext else {
            _ = library.resetInflate(stream)
            return
        }
        var nothing: [UInt8] = []
        try append(Deflater.tail, to: &nothing, limit: 0)
    }

    private func startedStream() throws(WebSocketError) -> UnsafeMutablePointer<SystemZLib.Stream> {
        if let stream { return stream }
        let stream = UnsafeMutablePointer<SystemZLib.Stream>.allocate(capacity: 1)
        stream.initialize(to: SystemZLib.Stream())
        // A negative number of bits selects the format without header. Compressors that use zlib have a window of at
        // least 9 bits.
        let status = library.startInflate(stream, -Int32(max(windowBits, 9)), "1", SystemZLib.streamSize)
        guard status == SystemZLib.ok else {
            stream.deallocate()
            throw WebSocketError(.internalError, "cannot decompress messages: zlib failed with code \(status)")
        }
        self.stream = stream
        return stream
    }

    private static func failure(_ reason: String) -> WebSocketError {
        WebSocketError(.invalidPayload, "received a compressed message that cannot be decompressed: \(reason)")
    }
}
