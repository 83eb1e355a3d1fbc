/// The CRC-64 checksum of Azure Storage, with the reflected polynomial 0x9A6C9329AC4BC9B5.
///
/// The same checksum is known as CRC-64/NVME. It is faster than MD5, and detects errors, but not deliberate changes.
public struct CRC64: MessageDigest {
    /// The complement of the checksum of all bytes so far.
    private var state = ~UInt64(0)

    private static let polynomial: UInt64 = 0x9A6C_9329_AC4B_C9B5

    /// Eight tables of 256 entries each.
    ///
    /// Table `n` contains the effect of a byte that is followed by `n` zeros, so that eight bytes are processed at once.
    private static let tables: [UInt64] = {
        var tables = (0..<UInt64(256)).map { byte in
            (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
        }
        for index in 256..<8 * 256 {
            let previous = tables[index - 256]
            tables.append(previous >> 8 ^ tables[Int(previous & 0xFF)])
        }
        return tables
    }()

    /// Creates the checksum of an empty message.
    public init() {}

    /// Adds bytes to the checksum.
    ///
    /// - Parameter bytes: The bytes to add. May be empty.
    public mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
        var state = state
        Self.tables.withUnsafeBufferPointer { tables in
            var offset = 0
            while bytes.count - offset >= 8 {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ state
                state = 0
                var shift: UInt64 = 0
                while shift < 64 {
                    let byte = Int(truncatingIfNeeded: word &>> shift & 0xFF)
                    state ^= tables[(7 &- Int(truncatingIfNeeded: shift &>> 3)) &* 256 &+ byte]
                    shift &+= 8
                }
                offset &+= 8
            }
            while offset < bytes.count {
                state = state &>> 8 ^ tables[Int(truncatingIfNeeded: state & 0xFF) ^ Int(bytes[offset])]
                offset &+= 1
            }
        }
        self.state = state
    }

    /// The checksum of all bytes so far: 8 bytes in little-endian byte order, as in header fields of the service.
    public var digest: [UInt8] {
        withUnsafeBytes(of: (~state).littleEndian) { Array($0) }
    }
}
