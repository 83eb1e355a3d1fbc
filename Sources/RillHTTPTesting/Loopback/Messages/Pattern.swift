internal import RillSystem

extension LoopbackServer {
    /// Returns the byte of a generated body at an offset.
    ///
    /// The pattern has a period of 251 bytes, a prime number, so that repeated or missing buffers are detected.
    ///
    /// - Parameter offset: The offset from the start of the body. Must not be negative.
    /// - Returns: The byte, 0 to 250.
    public static func patternByte(at offset: Int) -> UInt8 {
        UInt8(offset % Pattern.period)
    }
}

/// Generated bodies.
package enum Pattern {
    static let period = 251

    static let chunkSize = 64 << 10
    private static let bytes = (0..<chunkSize + period).map { LoopbackServer.patternByte(at: $0) }

    /// Calls a closure with each part of a generated body, in order.
    package static func forEachPiece(byteCount: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset < byteCount {
                let start = offset % period
                let count = min(chunkSize, byteCount - offset)
                try body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
                offset += count
            }
        }
    }

    /// Returns whether the pattern contains the given bytes at an offset.
    package static func matches(_ received: [UInt8], at offset: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            received.withUnsafeBytes { received in
                guard let pattern = bytes.baseAddress, let start = received.baseAddress else { return true }
                return stride(from: 0, to: received.count, by: chunkSize).allSatisfy { position in
                    let count = min(chunkSize, received.count - position)
                    return memcmp(pattern + (offset + position) % period, start + position, count) == 0
                }
            }
        }
    }
}
