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
/// any other word is a scheme. A `token68` after a scheme, as in `Negotiate YIIJ==`, is skipped.
private struct ChallengeParser {
    private var scanner: FieldScanner
    private(set) var challenges: [AuthenticationChallenge] = []

    init(_ value: String) { scanner = FieldScanner(value.utf8) }

    mutating func run() {
        while true {
            scanner.skip { FieldText.isBlank($0) || $0 == UInt8(ascii: ",") }
            guard let next = scanner.next else { return }
            guard let word = scanner.readToken() else {
                // Not a token, such as the rest of the credentials of another scheme.
                if next == UInt8(ascii: "\"") { _ = scanner.readQuotedString() } else { scanner.skip(next) }
                continue
            }
            scanner.skip(while: FieldText.isBlank)
            if scanner.skip("=") {
                readValue(of: word)
            } else {
                challenges.append(AuthenticationChallenge(scheme: word))
                skipToken68()
            }
        }
    }

    /// Skips characters up to a comma or the end if they are one `token68`.
    private mutating func skipToken68() {
        var rest = scanner
        rest.skip { ASCIISet.token.contains($0) || $0 == UInt8(ascii: "/") }
        rest.skip { $0 == UInt8(ascii: "=") }
        rest.skip(while: FieldText.isBlank)
        if rest.isAtEnd || rest.next == UInt8(ascii: ",") { scanner = rest }
    }

    private mutating func readValue(of name: String) {
        scanner.skip(while: FieldText.isBlank)
        let isQuoted = scanner.next == UInt8(ascii: "\"")
        // A value without quotes can be empty or contain other characters than a token.
        let (value, isTerminated) =
            isQuoted
            ? scanner.readQuotedString() : (scanner.read { $0 != UInt8(ascii: ",") && !FieldText.isBlank($0) }, true)
        guard value != "" || isQuoted else { return }
        if challenges.isEmpty { challenges.append(AuthenticationChallenge(scheme: "")) }
        let last = challenges.count - 1
        if isTerminated, challenges[last].parameters[name] == nil {
            challenges[last].parameters[name] = value
        } else {
            challenges[last].isMalformed = true
        }
    }
}
