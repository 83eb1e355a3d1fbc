internal import Foundation

/// The secrets in the value of a secret header field, such as `Authorization` or `Cookie`, found without knowledge of the
/// scheme: the value, the credentials after the scheme, each token and each parameter.
///
///     Bearer tok                              tok
///     Basic YWxpY2U6cHc=                      YWxpY2U6cHc=, pw
///     Token token="tok", email="a@b"          tok
///     AWS4-HMAC-SHA256 Credential=id/…, SignedHeaders=host, Signature=sig      id/…, id, sig
///     SharedKey account:sig                   account:sig, sig
///     session=tok; theme=dark                 tok, dark
package struct CredentialParts {
    /// The secrets, which can contain each other.
    package private(set) var values: [String] = []

    /// Parameters of `Authorization` that are public, in lower case and without separators.
    ///
    /// Their values also occur in harmless texts. The parameters of a digest are public except `response` and `cnonce`,
    /// which together with the others allow guessing the password.
    private static let publicNames: Set<String> = [
        "realm", "username", "user", "email", "uri", "url", "qop", "nc", "nonce", "opaque", "algorithm", "alg",
        "userhash",
        "charset", "client", "clientid", "device", "deviceid", "version", "app", "appid", "id", "keyid", "ts",
        "timestamp",
        "created", "expires", "headers", "signedheaders", "signatureheaders", "oauthversion", "oauthsignaturemethod",
        "oauthtimestamp", "oauthnonce", "oauthconsumerkey", "oauthcallback", "profile", "region", "role", "scope",
        "service", "type",
    ]

    package init(_ field: HTTPField) {
        let text = field.value[...].unicodeScalars
        let isCookie = field.name == .cookie || field.name == .setCookie
        add(text)
        let rest = text.drop { !Self.isBlank($0) }.drop(while: Self.isBlank)
        guard !isCookie else {
            for cookie in text.split(separator: ";").map(Self.trimmed) {
                if let equals = Self.endOfName(cookie) {
                    addValue(cookie[equals...].dropFirst())
                } else if cookie.last != "=" || HTTPField.Name(String(cookie.dropLast())) == nil {
                    // A cookie without a name, as opposed to `name=`.
                    add(cookie)
                    for word in cookie.split(whereSeparator: Self.isBlank) where word.count < cookie.count { add(word) }
                }
            }
            return
        }
        add(rest)
        let hasPublicNames = field.name.canonicalName.contains("authorization")
        for (index, part) in Self.parts(of: text).enumerated() {
            if let equals = Self.endOfName(part) {
                let name = NameWords(String(part[..<equals])).letters
                if !hasPublicNames || !Self.publicNames.contains(name) { addValue(part[equals...].dropFirst()) }
            } else if index > 0 {
                addValue(part)
                // `SharedKey account:signature`
                if let colon = part.firstIndex(of: ":") { add(part[colon...].dropFirst()) }
            }
        }
        if String(text.prefix { !Self.isBlank($0) }).lowercased() == "basic" { addPassword(String(rest)) }
    }

    private mutating func add(_ text: Substring.UnicodeScalarView) {
        if !text.isEmpty { values.append(String(text)) }
    }

    /// Adds a value, which can be quoted, and the secrets that it joins.
    private mutating func addValue(_ value: Substring.UnicodeScalarView) {
        guard value.first == "\"" else {
            add(value)
            // Pairs without white space: `a=b;c=d`.
            for pair in value.split(separator: ";") where pair.count < value.count {
                add(pair.firstIndex(of: "=").map { pair[$0...].dropFirst() } ?? pair)
            }
            return addJoined(String(value))
        }
        let isClosed = value.count > 1 && value.last == "\""
        let content = value.dropFirst().dropLast(isClosed ? 1 : 0)
        add(content)
        var isEscape = false
        let plain = content.filter { scalar in
            isEscape = scalar == "\\" && !isEscape
            return !isEscape
        }
        addJoined(String(String.UnicodeScalarView(plain)))
    }

    /// Adds a value, the access key in `Credential=key/date/region/…`, and the secrets in `oauth_signature=secret&secret`.
    private mutating func addJoined(_ value: String) {
        values.append(value)
        let decoded = PercentEncoding.decode(value)
        if decoded.hasSuffix("_request"), let key = decoded.split(separator: "/").first { values.append(String(key)) }
        if decoded.contains("&") { values += decoded.split(separator: "&").map(String.init) }
    }

    /// Adds the password of Basic credentials, in UTF-8 or ISO 8859-1.
    private mutating func addPassword(_ credentials: String) {
        let token = credentials.unicodeScalars.prefix { $0 != "=" && !Self.isBlank($0) }
        let padding = String(repeating: "=", count: (4 - token.count % 4) % 4)
        guard let data = Data(base64Encoded: String(token) + padding) else { return }
        let text = String(validating: data, as: UTF8.self) ?? String(data.map { Character(Unicode.Scalar($0)) })
        values += text.split(separator: ":", maxSplits: 1).dropFirst().map(String.init)
    }

    // MARK: Syntax

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        let text = text.drop(while: isBlank)
        return text[..<(text.lastIndex { !isBlank($0) }.map(text.index(after:)) ?? text.startIndex)]
    }

    /// Returns the parts of a value that are separated by white space or commas outside of quotes.
    ///
    /// White space around the equals sign of a parameter does not separate parts.
    private static func parts(of text: Substring.UnicodeScalarView) -> [Substring.UnicodeScalarView] {
        var parts: [Substring.UnicodeScalarView] = []
        var isQuoted = false
        var isEscaped = false
        let words = text.split { scalar in
            defer { isEscaped = isQuoted && scalar == "\\" && !isEscaped }
            if scalar == "\"", !isEscaped { isQuoted.toggle() }
            return !isQuoted && (isBlank(scalar) || scalar == ",")
        }
        var joinsNext = false
        for word in words.map({ $0.last == ";" ? $0.dropLast() : $0 }) {
            if let last = parts.last, word.first == "=" || joinsNext && word.first == "\"" {
                parts[parts.count - 1] = (String(last) + String(word)).unicodeScalars[...]
            } else {
                parts.append(word)
            }
            joinsNext = word.last == "="
        }
        return parts
    }

    /// Returns the position of the equals sign of a parameter, or `nil` for a token, which can end with equals signs.
    private static func endOfName(_ part: Substring.UnicodeScalarView) -> String.Index? {
        guard let equals = part.firstIndex(of: "="), part[equals...].contains(where: { $0 != "=" }) else { return nil }
        return equals
    }
}
