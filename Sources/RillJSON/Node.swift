/// A value or an object key of a JSON document.
struct Node {
    /// The kind of a value.
    enum Kind: UInt8 {
        case null
        case bool
        /// A number with at most 19 significant digits.
        case number
        /// A number with more digits or a large exponent.
        case longNumber
        /// A string without escape sequences.
        case string
        case escapedString
        case array
        case object
    }

    /// The offset of the first byte, or, for a string, of the first byte after its opening quotation mark.
    var start: UInt32

    var kind: Kind

    /// Whether the Boolean value is `true`, or whether the number is negative.
    var flag = false

    /// The decimal exponent of a number, or the hash of a key.
    var exponentOrHash: Int16 = 0

    /// The significant digits of a number, or the length of a string or of a long number in bytes.
    ///
    /// Containers store ``next`` in the lower 32 bits and ``upper`` in the upper 32 bits.
    var payload: UInt64 = 0

    /// The index of the node after the container.
    var next: Int { Int(truncatingIfNeeded: payload & 0xFFFF_FFFF) }

    /// The number of elements of an array, or the index of the node at which the next search of an object begins.
    var upper: Int {
        get { Int(truncatingIfNeeded: payload >> 32) }
        set { payload = payload & 0xFFFF_FFFF | UInt64(truncatingIfNeeded: newValue) << 32 }
    }

    /// Returns a hash of a key, which is compared before the bytes of the key.
    @inline(__always)
    static func keyHash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int16 {
        guard count > 0 else { return 0 }
        let sample = UInt32(bytes[0]) | UInt32(bytes[count >> 1]) << 8 | UInt32(bytes[count - 1]) << 16
        return Int16(truncatingIfNeeded: ((sample ^ UInt32(truncatingIfNeeded: count) << 24) &* 0x9E37_79B1) >> 16)
    }
}
