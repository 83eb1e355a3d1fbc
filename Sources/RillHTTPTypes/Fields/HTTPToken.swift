/// Validation of tokens, which are the syntax of methods and field names.
///
/// - SeeAlso: RFC 9110, 5.6.2.
package enum HTTPToken {
    /// Returns whether `text` is a token: one or more ASCII letters, digits and certain symbols.
    static func isValid(_ text: String) -> Bool {
        let token = ASCIISet.token
        return !text.isEmpty && text.utf8.allSatisfy { token.contains($0) }
    }

    /// Returns `text` with ASCII letters in lowercase and other characters unchanged.
    package static func lowercased(_ text: String) -> String {
        let upperCase = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard text.utf8.contains(where: upperCase.contains) else { return text }
        return String(decoding: text.utf8.map { upperCase.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
