/// A scheme and its parameters, in the value of a `WWW-Authenticate` or `Authorization` field.
///
/// - SeeAlso: RFC 9110, 11.3 and 11.4.
struct AuthenticationChallenge: Sendable {
    /// The scheme in lowercase, such as `digest`, or an empty string for parameters without a scheme.
    let scheme: String

    /// The values without quotes and escapes, by name in lowercase.
    ///
    /// Parameters without a value are omitted.
    fileprivate(set) var parameters: [String: String] = [:]

    /// Whether a quoted value is not terminated, or a parameter is repeated.
    fileprivate(set) var isMalformed = false

    /// Parses the value of a field, which can contain several challenges.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - limit: The maximum length in bytes. Longer values are ignored. Defaults to 16 KiB.
    /// - Returns: The challenges.
    static func parse(_ value: String, limit: Int = 16 << 10) -> [AuthenticationChallenge] {
        guard value.utf8.count <= limit else { return [] }
        var parser = ChallengeParser(value)
        parser.run()
        return parser.challenges
    }

    /// Returns the values of a parameter in other header fields, such as `Content-Type`, which have the same syntax except
    /// for the separator.
    static func parameters(_ name: String, in fields: String) -> [String] {
        parse(fields.replacing(";", with: ","), limit: .max).compactMap { $0.parameters[name] }
    }
}

extension HTTPFields {
    /// Returns the challenges in a header field, such as `WWW-Authenticate`.
    ///
    ///     response.headerFields.challenges(in: .wwwAuthenticate).first { $0.scheme == "digest" }?.parameters?["nonce"]
    ///
    /// - Parameter name: The name of the field. Values of more than 16 KiB are ignored.
    /// - Returns: The schemes in lowercase, with their parameters by name in lowercase. The scheme is empty for parameters
    ///   without a scheme, as in `Authentication-Info`. The parameters are `nil` if one of them is repeated or not
    ///   terminated.
    /// - SeeAlso: RFC 9110, 11.3.
    public func challenges(in name: HTTPField.Name) -> [(scheme: String, parameters: [String: String]?)] {
        self[values: name].flatMap { AuthenticationChallenge.parse($0) }
            .map { ($0.scheme, $0.isMalformed ? nil : $0.parameters) }
    }
}

/// A single-pass parser of challenges, which skips invalid input.
///
/// Commas separate both challenges and their parameters. A word followed by `=` is a parameter of the preceding scheme;
/// any other word is a scheme.
private struct ChallengeParser {
    private let bytes: [UInt8]
    private var position = 0
    private(set) var challenges: [AuthenticationChallenge] = []

    init(_ value: String) {
        bytes = Array(value.utf8)
    }

    mutating func run() {
        while true {
            skip { FieldText.isBlank($0) || $0 == UInt8(ascii: ",") }
            guard position < bytes.count else { return }
            guard let word = readToken() else {
                // Not a token, such as the rest of the credentials of another scheme.
                skipQuotedValueOrByte()
                continue
            }
            let end = position
            skip(while: FieldText.isBlank)
            if position < bytes.count, bytes[position] == UInt8(ascii: "=") {
                position += 1
                readValue(of: word)
            } else {
                position = end
                challenges.append(AuthenticationChallenge(scheme: word))
            }
        }
    }

    private mutating func readValue(of name: String) {
        skip(while: FieldText.isBlank)
        let isQuoted = position < bytes.count && bytes[position] == UInt8(ascii: "\"")
        let value = isQuoted ? readQuotedValue() : readUnquotedValue()
        guard value != "" || isQuoted else { return }
        if challenges.isEmpty { challenges.append(AuthenticationChallenge(scheme: "")) }
        let last = challenges.count - 1
        if let value, challenges[last].parameters[name] == nil {
            challenges[last].parameters[name] = value
        } else {
            challenges[last].isMalformed = true
        }
    }

    /// Reads a token in lowercase, or returns `nil` if there is none.
    private mutating func readToken() -> String? {
        let begin = position
        let token = ASCIISet.token
        skip { token.contains($0) }
        return begin < position ? HTTPToken.lowercased(text(begin)) : nil
    }

    /// Reads a value without quotes up to a comma or a blank, which includes empty values and other text than tokens.
    private mutating func readUnquotedValue() -> String {
        let begin = position
        skip { $0 != UInt8(ascii: ",") && !FieldText.isBlank($0) }
        return text(begin)
    }

    /// Reads a quoted value, or returns `nil` if it is not terminated.
    private mutating func readQuotedValue() -> String? {
        var value: [UInt8] = []
        position += 1
        while position < bytes.count {
            var byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: value, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), position < bytes.count {
                byte = bytes[position]
                position += 1
            }
            value.append(byte)
        }
        return nil
    }

    private mutating func skipQuotedValueOrByte() {
        if bytes[position] == UInt8(ascii: "\"") { _ = readQuotedValue() } else { position += 1 }
    }

    private mutating func skip(while isPart: (UInt8) -> Bool) {
        while position < bytes.count, isPart(bytes[position]) { position += 1 }
    }

    private func text(_ begin: Int) -> String { String(decoding: bytes[begin..<position], as: UTF8.self) }
}
