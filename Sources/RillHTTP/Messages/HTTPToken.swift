/// Tokens, of which methods and field names are made.
///
/// - SeeAlso: RFC 9110, 5.6.2.
enum HTTPToken {
    /// Whether `text` is a token: one or more ASCII letters, digits and some signs.
    static func isValid(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    /// Returns `text` with its ASCII letters in lower case; other characters stay as they are.
    static func lowercased(_ text: String) -> String {
        let upperCase = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard text.utf8.contains(where: upperCase.contains) else { return text }
        return String(decoding: text.utf8.map { upperCase.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
