/// The mask of a frame's payload, at a position within the payload.
///
/// - SeeAlso: RFC 6455, 5.3
struct FrameMask: Sendable {
    /// The masking key.
    ///
    /// Its lowest byte masks the next byte of the payload.
    private(set) var key: UInt32

    /// Masks or unmasks the next bytes of the payload.
    mutating func apply(to bytes: UnsafeMutableRawBufferPointer) {
        let word = UInt64(key) << 32 | UInt64(key)
        var offset = 0
        while bytes.count &- offset >= 8 {
            let masked = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ word.littleEndian
            bytes.storeBytes(of: masked, toByteOffset: offset, as: UInt64.self)
            offset &+= 8
        }
        while offset < bytes.count {
            bytes[offset] ^= UInt8(truncatingIfNeeded: key)
            key = key &>> 8 | key &<< 24
            offset &+= 1
        }
    }
}
