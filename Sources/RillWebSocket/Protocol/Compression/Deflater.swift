internal import RillSystem

/// Compresses messages for permessage-deflate.
///
/// zlib allocates up to 256 KiB for the first message.
///
/// - SeeAlso: RFC 7692, 7.2.1
final class Deflater: @unchecked Sendable {  // used by one connection, which is not copyable
    private let library: ZLibFunctions
    private let windowBits: Int
    private let keepsContext: Bool
    private var stream: ZLibFunctions.Stream?

    /// The last bytes of a flush, which are not sent.
    static let tail: [UInt8] = [0, 0, 0xFF, 0xFF]

    init(_ library: ZLibFunctions, windowBits: Int, keepsContext: Bool) {
        self.library = library
        self.windowBits = windowBits
        self.keepsContext = keepsContext
    }

    deinit {
        guard let stream else { return }
        _ = library.endDeflate(stream)
        stream.deallocate()
    }

    /// Returns the compressed bytes of a message, or of a part of it, which can be none.
    func compress(_ bytes: [UInt8], isFinal: Bool) throws(WebSocketSendError) -> [UInt8] {
        let stream = try startedStream()
        var output: [UInt8] = []
        let status = bytes.withUnsafeBufferPointer { bytes in
            var rest = bytes[...]
            while true {
                // The count has 32 bits.
                let part = UnsafeBufferPointer(rebasing: rest.prefix(1 << 30))
                rest = rest.dropFirst(part.count)
                let flush = isFinal && rest.isEmpty ? ZLibFunctions.syncFlush : ZLibFunctions.noFlush
                let status = run(stream, part, flush, &output)
                if status != ZLibFunctions.ok || rest.isEmpty { return status }
            }
        }
        guard status == ZLibFunctions.ok else { throw .compression("zlib failed with code \(status)") }
        guard isFinal else { return output }
        if !keepsContext { _ = library.resetDeflate(stream) }
        // zlib does not flush twice without input. An empty message is an empty block (RFC 7692, 7.2.3.6).
        guard output.suffix(Self.tail.count) == Self.tail[...] else { return [0] }
        output.removeLast(Self.tail.count)
        return output
    }

    /// Compresses until all input is consumed and all available output is written.
    private func run(
        _ stream: ZLibFunctions.Stream, _ input: UnsafeBufferPointer<UInt8>, _ flush: Int32, _ output: inout [UInt8]
    ) -> Int32 {
        stream.pointee.nextInput = input.baseAddress
        stream.pointee.inputCount = CUnsignedInt(input.count)
        defer { stream.pointee.nextInput = nil }
        let roomSize = ZLibFunctions.roomSize(input.count)
        while true {
            var status: Int32 = 0
            let written = [UInt8](unsafeUninitializedCapacity: roomSize) { room, count in
                stream.pointee.nextOutput = room.baseAddress
                stream.pointee.outputCount = CUnsignedInt(roomSize)
                status = library.deflate(stream, flush)
                count = roomSize - Int(stream.pointee.outputCount)
            }
            output += written
            if status < 0, status != ZLibFunctions.bufferError { return status }
            if written.count < roomSize { return ZLibFunctions.ok }
        }
    }

    private func startedStream() throws(WebSocketSendError) -> ZLibFunctions.Stream {
        if let stream { return stream }
        let stream = ZLibFunctions.Stream.allocate(capacity: 1)
        stream.initialize(to: SystemZLib.Stream())
        // Method 8 is deflate. A negative number of bits selects the format without header. zlib does not support 8 bits.
        // Without matches (strategy 2), a window of any size is sufficient.
        let status = library.startDeflate(
            stream, -1, 8, -Int32(max(windowBits, 9)), 8, windowBits < 9 ? 2 : 0, "1", ZLibFunctions.streamSize)
        guard status == ZLibFunctions.ok else {
            stream.deallocate()
            throw .compression("zlib failed with code \(status)")
        }
        self.stream = stream
        return stream
    }
}
