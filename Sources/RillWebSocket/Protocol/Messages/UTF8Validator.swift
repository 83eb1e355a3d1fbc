/// Checks that bytes are UTF-8 while they arrive.
///
/// - SeeAlso: RFC 3629, 4
struct UTF8Validator: Sendable {
    /// The number of missing bytes of an incomplete character.
    private var missing = 0

    /// The bounds of the next byte of an incomplete character.
    ///
    /// The second byte of some characters has narrower bounds, which exclude overlong forms, surrogates, and numbers
    /// above 10FFFF.
    private var low: UInt8 = 0x80
    private var high: UInt8 = 0xBF

    /// Whether the last character is complete.
    var isComplete: Bool { missing == 0 }

    /// Returns whether the bytes so far are the beginning of a valid text.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let nonASCII: UInt64 = 0x8080_8080_8080_8080
        var offset = 0
        while offset < bytes.count {
            if missing > 0 {
                guard low <= bytes[offset], bytes[offset] <= high else { return false }
                (missing, low, high) = (missing &- 1, 0x80, 0xBF)
                offset &+= 1
                continue
            }
            while bytes.count &- offset >= 8,
                bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & nonASCII == 0
            {
                offset &+= 8
            }
            guard offset < bytes.count else { break }
            guard begin(bytes[offset]) else { return false }
            offset &+= 1
        }
        return true
    }

    /// Returns whether a character can begin with a byte.
    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x7F: break
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, low) = (2, 0xA0)
        case 0xED: (missing, high) = (2, 0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, low) = (3, 0x90)
        case 0xF1...0xF3: missing = 3
        case 0xF4: (missing, high) = (3, 0x8F)
        default: return false
        }
        return true
    }
}
