/// The keyed hash function SipHash-2-4 with 128 bits of output.
///
/// Without the key, it is infeasible to find two inputs with the same hash, or to check whether an input has a given
/// hash.
///
/// - SeeAlso: <https://www.aumasson.jp/siphash/siphash.pdf>
struct SipHash {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    /// The bytes that do not yet fill a word.
    private var tail: UInt64 = 0
    private var count = 0

    /// Creates a hash function.
    ///
    /// - Parameter key: 16 bytes.
    init(key: [UInt8]) {
        precondition(key.count == 16, "SipHash: key must have 16 bytes, got \(key.count)")
        let k0 = UInt64(littleEndianBytes: key[..<8])
        let k1 = UInt64(littleEndianBytes: key[8...])
        v0 = k0 ^ 0x736F_6D65_7073_6575
        v1 = k1 ^ 0x646F_7261_6E64_6F6D ^ 0xEE
        v2 = k0 ^ 0x6C79_6765_6E65_7261
        v3 = k1 ^ 0x7465_6462_7974_6573
    }

    /// Returns 16 random bytes.
    static func makeKey() -> [UInt8] {
        (0..<16).map { _ in .random(in: .min ... .max) }
    }

    /// Adds bytes.
    mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    private mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count, count & 7 != 0 {
            add(bytes[index])
            index += 1
        }
        while bytes.count - index >= 8 {
            compress(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
            count += 8
            index += 8
        }
        while index < bytes.count {
            add(bytes[index])
            index += 1
        }
    }

    /// Adds a number as eight bytes.
    mutating func update(_ number: Int) {
        withUnsafeBytes(of: UInt64(bitPattern: Int64(number)).littleEndian) { update($0) }
    }

    /// Adds a string preceded by its length, so that consecutive strings are unambiguous.
    mutating func update(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            update(bytes.count)
            update(UnsafeRawBufferPointer(bytes))
        }
    }

    /// The hash of the bytes added so far, which is 16 bytes long.
    var digest: [UInt8] {
        var copy = self
        copy.compress(tail | UInt64(truncatingIfNeeded: count) << 56)
        copy.v2 ^= 0xEE
        for _ in 0..<4 { copy.round() }
        let first = copy.v0 ^ copy.v1 ^ copy.v2 ^ copy.v3
        copy.v1 ^= 0xDD
        for _ in 0..<4 { copy.round() }
        return first.littleEndianBytes + (copy.v0 ^ copy.v1 ^ copy.v2 ^ copy.v3).littleEndianBytes
    }

    /// The hash as 32 hexadecimal digits.
    var text: String {
        let bytes = digest
        return String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for (index, byte) in bytes.enumerated() {
                text[2 * index] = Self.digit(byte >> 4)
                text[2 * index + 1] = Self.digit(byte & 15)
            }
            return 2 * bytes.count
        }
    }

    private static func digit(_ number: UInt8) -> UInt8 {
        number + (number < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }

    private mutating func add(_ byte: UInt8) {
        tail |= UInt64(byte) << UInt64(8 * (count & 7))
        count += 1
        guard count & 7 == 0 else { return }
        compress(tail)
        tail = 0
    }

    private mutating func compress(_ word: UInt64) {
        v3 ^= word
        round()
        round()
        v0 ^= word
    }

    @inline(__always)
    private mutating func round() {
        v0 &+= v1
        v2 &+= v3
        v1 = (v1 << 13 | v1 >> 51) ^ v0
        v3 = (v3 << 16 | v3 >> 48) ^ v2
        v0 = v0 << 32 | v0 >> 32
        v2 &+= v1
        v0 &+= v3
        v1 = (v1 << 17 | v1 >> 47) ^ v2
        v3 = (v3 << 21 | v3 >> 43) ^ v0
        v2 = v2 << 32 | v2 >> 32
    }
}

extension UInt64 {
    /// The eight bytes of the number, least significant byte first.
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }

    /// Creates a number from eight bytes, least significant byte first.
    init(littleEndianBytes bytes: ArraySlice<UInt8>) {
        self = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
