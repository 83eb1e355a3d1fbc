internal import RillSystem

/// Decompresses messages for permessage-deflate.
///
/// - SeeAlso: RFC 7692, 7.2.2
final class Inflater: @unchecked Sendable {  // used by one connection, which is not copyable
    private let windowBits: Int
    private let keepsContext: Bool

    private lazy var decompressor = Result { () throws(SystemZLib.Failure) in
        // Compressors that use zlib have a window of at least 9 bits.
        try SystemZLib.Decompressor(SystemZLib.library.get(), windowBits: -Int32(max(windowBits, 9)))
    }.mapError { WebSocketError(.internalError, "cannot decompress messages: \($0.reason)") }

    init(windowBits: Int, keepsContext: Bool) {
        self.windowBits = windowBits
        self.keepsContext = keepsContext
    }

    /// Decompresses bytes and appends the output to a message.
    ///
    /// Stops as soon as the message exceeds the limit.
    func append(_ bytes: [UInt8], to message: inout [UInt8], limit: Int) throws(WebSocketError) {
        guard !bytes.isEmpty else { return }
        let decompressor = try decompressor.get()
        var position = 0
        while true {
            // One byte more than the limit shows that the message exceeds it.
            let room = SystemZLib.roomSize((bytes.count - position) * 4)
            let roomSize = min(room - 1, limit - message.count) + 1
            let stop: SystemZLib.Decompressor.Stop
            do throws(SystemZLib.Failure) {
                stop = try decompressor.decompress(bytes, from: &position, limit: roomSize, into: &message)
            } catch {
                throw Self.failure(error.reason)
            }
            guard message.count <= limit else { throw MessageDecoder.tooBig(limit) }
            switch stop {
            case .needsInput: return
            case .isFull: break
            // A message may consist of several streams (RFC 7692, 7.2.3.4).
            case .hasEnded: decompressor.resetKeepingWindow()
            }
        }
    }

    /// Completes the current message.
    func finishMessage() throws(WebSocketError) {
        let decompressor = try decompressor.get()
        guard decompressor.isAtFlush else { throw Self.failure("the message is incomplete") }
        guard keepsContext else { return decompressor.reset() }
        var nothing: [UInt8] = []
        try append(Deflater.tail, to: &nothing, limit: 0)
    }

    private static func failure(_ reason: String) -> WebSocketError {
        WebSocketError(.invalidPayload, "received a compressed message that cannot be decompressed: \(reason)")
    }
}
