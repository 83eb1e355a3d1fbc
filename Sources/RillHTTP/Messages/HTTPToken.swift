/// Tokens, of which methods and field names are made.
///
/// - SeeAlso: RFC 9110, 5.6.2.
enum HTTPToken {
    /// Whether `text` is a token: one or more ASCII letters, digits and some signs.
    static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    /// Whether a byte is an ASCII letter, a digit or one of ``!#$%&'*+-.^_`|~``.
    @inline(__always)
    static func isTokenByte(_ byte: UInt8) -> Bool {
        ASCIISet(low: 0x03FF6CFA00000000, high: 0x57FFFFFFC7FFFFFE).contains(byte)
    }

    /// Returns `text` with its ASCII letters in lower case; other characters stay as they are.
    static func lowercased(_ text: String) -> String {
        let upperCase = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard text.utf8.contains(where: upperCase.contains) else { return text }
        return String(decoding: text.utf8.map { upperCase.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
