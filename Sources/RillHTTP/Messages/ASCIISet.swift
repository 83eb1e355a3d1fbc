/// A set of ASCII characters, a bit each, for parsers that look at every byte.
///
/// Take a set out of its static member before a loop, not in it.
struct ASCIISet: Sendable {
    private let low: UInt64
    private let high: UInt64

    private init(_ characters: StaticString) {
        var bits: (low: UInt64, high: UInt64) = (0, 0)
        characters.withUTF8Buffer { characters in
            for byte in characters {
                if byte < 64 { bits.low |= 1 << byte } else { bits.high |= 1 << (byte - 64) }
            }
        }
        (low, high) = bits
    }

    private init(_ base: ASCIISet, _ characters: StaticString) {
        let more = ASCIISet(characters)
        low = base.low | more.low
        high = base.high | more.high
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 128 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
    }

    private static let alphanumeric = ASCIISet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

    /// What methods and names of fields are made of (RFC 9110, 5.6.2).
    static let token = ASCIISet(alphanumeric, "!#$%&'*+-.^_`|~")

    /// What stands for itself anywhere in an address: a value inside a path or a query (RFC 3986, 2.3).
    static let unreserved = ASCIISet(alphanumeric, "-._~")

    /// What a host and a port are made of, encoded.
    static let urlAuthority = ASCIISet(unreserved, "!$&'()*+,;=:%[]")

    /// What a path and a query are made of, encoded.
    ///
    /// Servers take brackets in a query; RFC 3986 would have them in a host only.
    static let urlTarget = ASCIISet(urlAuthority, "/?@")
}
