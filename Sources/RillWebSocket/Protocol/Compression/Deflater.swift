internal import RillSystem

/// Compresses messages for permessage-deflate.
///
/// zlib allocates up to 256 KiB for the first message.
///
/// - SeeAlso: RFC 7692, 7.2.1
final class Deflater: @unchecked Sendable {  // used by one connection, which is not copyable
    private let library: SystemZLib
    private let windowBits: Int
    private let keepsContext: Bool
    private var stream: UnsafeMutablePointer<SystemZLib.Stream>?

    /// The last bytes of a flush, which are not sent.
    static let tail: [UInt8] = [0, 0, 0xFF, 0xFF]

    init(_ library: SystemZLib, windowBits: Int, keepsContext: Bool) {
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
        let flush = isFinal ? SystemZLib.syncFlush : SystemZLib.noFlush
        let status = library.compress(bytes, stream, flush: flush, into: &output)
        guard status == SystemZLib.ok else { throw .compression("zlib failed with code \(status)") }
        guard isFinal else { return output }
        if !keepsContext { _ = library.resetDeflate(stream) }
        // zlib does not flush twice without input. An empty message is an empty block (RFC 7692, 7.2.3.6).
        guard output.suffix(Self.tail.count) == Self.tail[...] else { return [0] }
        output.removeLast(Self.tail.count)
        return output
    }

    private func startedStream() throws(WebSocketSendError) -> UnsafeMutablePointer<SystemZLib.Stream> {
        if let stream { return stream }
        let stream = UnsafeMutablePointer<SystemZLib.Stream>.allocate(capacity: 1)
        stream.initialize(to: SystemZLib.Stream())
        // Method 8 is deflate. A negative number of bits selects the format without header. zlib does not support 8 bits.
        // Without matches (strategy 2), a window of any size is sufficient.
        let status = library.startDeflate(
            stream, -1, 8, -Int32(max(windowBits, 9)), 8, windowBits < 9 ? 2 : 0, "1", SystemZLib.streamSize)
        guard status == SystemZLib.ok else {
            stream.deallocate()
            throw .compression("zlib failed with code \(status)")
        }
        self.stream = stream
        return stream
    }
}
