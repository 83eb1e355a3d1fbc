internal import RillSystem

/// Compresses messages for permessage-deflate.
///
/// zlib allocates up to 256 KiB for the first message.
///
/// - SeeAlso: RFC 7692, 7.2.1
final class Deflater: @unchecked Sendable {  // used by one connection, which is not copyable
    private let windowBits: Int
    private let keepsContext: Bool
    private var compressor: SystemZLib.Compressor?

    /// The last bytes of a flush, which are not sent.
    static let tail: [UInt8] = [0, 0, 0xFF, 0xFF]

    init(windowBits: Int, keepsContext: Bool) {
        self.windowBits = windowBits
        self.keepsContext = keepsContext
    }

    /// Returns the compressed bytes of a message.
    func compress(_ bytes: [UInt8]) throws(WebSocketSendError) -> [UInt8] {
        var output: [UInt8]
        do {
            let compressor = try startedCompressor()
            output = try compressor.compress(bytes, .sync)
            if !keepsContext { compressor.reset() }
        } catch {
            throw .compression(error.reason)
        }
        // zlib does not flush twice without input. An empty message is an empty block (RFC 7692, 7.2.3.6).
        guard output.suffix(Self.tail.count) == Self.tail[...] else { return [0] }
        output.removeLast(Self.tail.count)
        return output
    }

    private func startedCompressor() throws(SystemZLib.Failure) -> SystemZLib.Compressor {
        if let compressor { return compressor }
        // zlib does not support windows of 8 bits.
        let compressor = try SystemZLib.Compressor(
            SystemZLib.library.get(), windowBits: -Int32(max(windowBits, 9)), findsMatches: windowBits >= 9)
        self.compressor = compressor
        return compressor
    }
}
