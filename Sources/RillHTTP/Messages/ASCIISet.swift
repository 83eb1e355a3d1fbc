/// A set of ASCII characters, a bit each, for parsers that look at every byte.
struct ASCIISet: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// Makes a set of the characters below 64, and of those from 64 on.
    @inline(__always)
    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 128 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
    }
}
