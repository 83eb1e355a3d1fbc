/// A part of a structured text that is secret because of its name.
struct NamedSecret {
    /// The position of the secret in the text.
    let range: Range<Int>

    /// The decoded secret in each possible meaning.
    var values: [String] = []

    /// The text that replaces the secret.
    var replacement = Redactor.mark
}

/// The parsers of texts with a known structure.
extension Redactor {
    /// Finds the secrets in a URL or a reference: the credentials, and values in the query and the fragment.
    func secrets(inURL url: ArraySlice<UInt8>) -> [NamedSecret] {
        var found: [NamedSecret] = []
        let end = url.drop { !"/?#:".utf8.contains($0) }
        let hasHost = end.starts(with: "://".utf8) || url.starts(with: "//".utf8)
        let rest = hasHost ? end.drop { ":/".utf8.contains($0) } : url
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            let values = Self.decoded(CredentialParts.password(in: authority[..<at]))
            found.append(NamedSecret(range: authority.startIndex..<at, values: values, replacement: urlMark))
        }
        let query = url[authority.endIndex...].drop { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return found + secrets(inPairs: query.dropFirst())
    }

    /// Finds the values of secret names in a query or a form.
    func secrets(inPairs text: ArraySlice<UInt8>) -> [NamedSecret] {
        text.split { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") }.compactMap { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals + 1 < pair.endIndex else { return nil }
            var name = PercentEncoding.decode(String(decoding: pair[..<equals], as: UTF8.self), plusIsSpace: true)
            if !isSecret(name, in: .query), let mark = name.lastIndex(of: "?") {
                // The fragment of a single-page application can contain a path and a query: `#/callback?code=…`.
                name = String(name[name.index(after: mark)...])
            }
            let value = String(decoding: pair[(equals + 1)...], as: UTF8.self)
            guard isSecret(name, in: .query), !SecretNames.isCount(value, of: name) else { return nil }
            let values = repeatable(Self.decoded(value), of: name)
            return NamedSecret(range: (equals + 1)..<pair.endIndex, values: values, replacement: urlMark)
        }
    }

    /// Returns a percent-encoded value in each possible meaning, and unchanged if it is not UTF-8.
    private static func decoded(_ value: String) -> [String] {
        let values = [PercentEncoding.decode(value), PercentEncoding.decode(value, plusIsSpace: true)]
        return values[0].unicodeScalars.contains("\u{FFFD}") ? values + [value] : values
    }

    /// Returns the values of a query or a form that are redacted wherever they occur.
    ///
    /// The short values of names such as `key` and `code`, which are secret only here, are often harmless words.
    private func repeatable(_ values: [String], of name: String) -> [String] {
        isSecret(name) ? values : values.filter { $0.utf8.count >= 8 }
    }

    /// Finds the secrets in a header field that is a URL or that consists of links.
    ///
    /// - Returns: The secrets, or `nil` for other header fields.
    func secrets(inField name: String, _ text: ArraySlice<UInt8>) -> [NamedSecret]? {
        if Self.referenceFields.contains(name) || Self.isURL(text) { return secrets(inURL: text) }
        guard name == "link" else { return nil }
        return text.split(separator: UInt8(ascii: "<")).flatMap {
            secrets(inURL: $0.prefix { $0 != UInt8(ascii: ">") })
        }
    }

    private static let referenceFields: Set<String> = [
        "location", "content-location", "referer", "destination", ":path",
    ]

    /// Returns whether a text begins with a scheme and `://`.
    static func isURL(_ text: ArraySlice<UInt8>) -> Bool {
        let scheme = text.prefix(32).prefix { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0) }
        return !scheme.isEmpty && text[scheme.endIndex...].starts(with: "://".utf8)
    }

    /// Finds the parts with secret names in a multipart form.
    func secrets(inParts body: [UInt8], boundary: String) -> [NamedSecret] {
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var found: [NamedSecret] = []
        var rest = body[...]
        while let blank = rest.range(of: Array("\r\n\r\n".utf8)) {
            let end = rest[blank.upperBound...].range(of: delimiter)?.lowerBound ?? body.endIndex
            let head = String(decoding: rest[..<blank.lowerBound], as: UTF8.self)
            let names = AuthenticationChallenge.parameters("name", in: head)
            if let name = names.first(where: { isSecret($0, in: .query) }) {
                let values = repeatable([String(decoding: body[blank.upperBound..<end], as: UTF8.self)], of: name)
                found.append(NamedSecret(range: blank.upperBound..<end, values: values))
            }
            rest = body[end...]
        }
        return found
    }
}
