#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension LoopbackServer {
    /// Returns the byte that a generated body has at an offset.
    ///
    /// The pattern repeats after 251 bytes, a prime number, so that a buffer sent twice or left out shows.
    ///
    /// - Parameter offset: The offset from the beginning of the body, zero or more.
    /// - Returns: The byte, 0 to 250.
    public static func patternByte(at offset: Int) -> UInt8 {
        UInt8(offset % Pattern.period)
    }
}

/// Generated bodies.
enum Pattern {
    static let period = 251

    static let pieceSize = 64 << 10
    private static let bytes = (0..<pieceSize + period).map { LoopbackServer.patternByte(at: $0) }

    /// Hands out a generated body piece by piece.
    static func forEachPiece(byteCount: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
        try bytes.withUnsafeBytes { bytes in
            var offset = 0
            while offset < byteCount {
                let start = offset % period
                let count = min(pieceSize, byteCount - offset)
                try body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
                offset += count
            }
        }
    }
    /// Whether bytes, at most 64 KiB of them, are those of the body from an offset on.
    static func begins(at offset: Int, with piece: Slice<UnsafeRawBufferPointer>) -> Bool {
        let piece = UnsafeRawBufferPointer(rebasing: piece)
        guard let address = piece.baseAddress else { return true }
        precondition(piece.count <= pieceSize, "The pattern is kept for 64 KiB only.")
        return bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0 + offset % period, address, piece.count) == 0 } ?? false
        }
    }
}
