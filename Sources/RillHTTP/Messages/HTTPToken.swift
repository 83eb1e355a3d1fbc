/// Tokens, of which methods and field names are made.
///
/// - SeeAlso: RFC 9110, 5.6.2.
enum HTTPToken {
    /// Whether `text` is a token: one or more ASCII letters, digits and some signs.
    static func isValid(_ text: String) -> Bool {
        let token = ASCIISet.token
        return !text.isEmpty && text.utf8.allSatisfy { token.contains($0) }
    }

    /// Returns `text` with its ASCII letters in lower case; other characters stay as they are.
    static func lowercased(_ text: String) -> String {
        let upperCase = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard text.utf8.contains(where: upperCase.contains) else { return text }
        return String(decoding: text.utf8.map { upperCase.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
