/// A set of ASCII characters, stored as a bit mask, for parsers that inspect every byte.
///
/// Copy a static member to a local constant before a loop to avoid accessing it in each iteration.
struct ASCIISet: Sendable {
    private let low: UInt64
    private let high: UInt64

    private init(_ characters: StaticString, and base: ASCIISet? = nil) {
        var bits = (low: base?.low ?? 0, high: base?.high ?? 0)
        characters.withUTF8Buffer { characters in
            for byte in characters {
                if byte < 64 { bits.low |= 1 << byte } else { bits.high |= 1 << (byte - 64) }
            }
        }
        (low, high) = bits
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        byte < 128 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
    }

    private static let alphanumeric = ASCIISet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")

    /// The characters of a token, such as a method or a field name (RFC 9110, 5.6.2).
    static let token = ASCIISet("!#$%&'*+-.^_`|~", and: alphanumeric)

    /// The unreserved characters, which never need percent-encoding in a URL (RFC 3986, 2.3).
    static let unreserved = ASCIISet("-._~", and: alphanumeric)

    /// The characters of a host name.
    static let hostName = ASCIISet("-._", and: alphanumeric)

    /// The characters that an HTML form does not percent-encode.
    static let form = ASCIISet("*-._", and: alphanumeric)

    /// The characters that can appear in a percent-encoded host and port.
    static let urlAuthority = ASCIISet("!$&'()*+,;=:%[]", and: unreserved)

    /// The characters that can appear in a percent-encoded path and query.
    ///
    /// Includes brackets, which servers accept in a query even though RFC 3986 allows them only in a host.
    static let urlTarget = ASCIISet("/?@", and: urlAuthority)
}
