internal import RillHTTP

/// Redacts known secrets and values with secret names.
struct SecretFilter: Sendable {
    private let redaction: CassetteTransport.Redaction
    private var known = KnownSecrets()

    init(_ redaction: CassetteTransport.Redaction) {
        self.redaction = redaction
        for value in redaction.values { known.insert(value, minimumLength: 1) }
    }

    /// Whether redaction is enabled.
    var isOn: Bool { redaction.isOn }

    /// Adds a secret to the known secrets.
    mutating func learn(_ secret: some StringProtocol) {
        known.insert(secret)
    }

    /// Adds the secrets with recognizable names in a text to the known secrets.
    mutating func learn(text: [UInt8]) { known.learn(text: text) }

    /// Adds the secrets in a URL to the known secrets.
    mutating func learn(url: String) { known.learn(url: url) }

    /// Adds the secrets in a header field that is not secret as a whole.
    mutating func learn(_ field: HTTPField) { known.learn(field) }

    /// Returns whether values with this name are secret.
    func isSecret(_ name: some StringProtocol, in place: SecretNames.Place = .text) -> Bool {
        SecretNames.contains(name, in: place) || redaction.names.contains(name.lowercased())
    }

    /// Returns whether the value of a header field is secret.
    func isSecret(field name: String) -> Bool {
        HTTPField.Name(name)?.isSecret == true || isSecret(name)
    }

    // MARK: Redacting

    /// Returns a redacted text.
    ///
    /// If the text is a URL, the result is also a URL.
    func text(_ text: String) -> String {
        let isAddress = text.hasPrefix("http://") || text.hasPrefix("https://")
        if isAddress, !text.contains(where: \.isWhitespace) { return url(text) }
        return Redactor(known: known).text(text)
    }

    /// Returns a text with the known secrets redacted, regardless of the names it contains.
    func withoutKnownSecrets(_ text: String) -> String { known.removed(from: text) }

    /// Returns a text whose end is redacted if the text may have been truncated within a known secret.
    func withoutCutSecret(_ text: [UInt8]) -> [UInt8] { known.removedAtEnd(of: text) }

    /// Returns binary data with the known secrets overwritten.
    func bytes(_ bytes: [UInt8]) -> [UInt8] { known.overwritten(in: bytes) }

    /// Returns a URL without credentials and with the secrets in its path and query redacted.
    func url(_ url: String) -> String {
        // Known secrets are removed before splitting, because they may contain delimiters.
        let url = known.removed(from: url)
        let path = url.prefix { $0 != "?" }
        let query = url[path.endIndex...].dropFirst()
        var result = Redactor().url(String(path)).split(separator: "/", omittingEmptySubsequences: false)
            .map { encoded(known.removed(from: String($0))) }
            .joined(separator: "/")
        if path.endIndex < url.endIndex { result += "?" + pairs(query).joined(separator: "&") }
        return result
    }

    /// Returns the redacted pairs of a query or form.
    func pairs(_ query: Substring) -> [String] {
        query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "=") else { return encoded(known.removed(from: String(pair))) }
            if isSecret(PercentEncoding.decode(pair[..<equals], plusIsSpace: true), in: .query) {
                return pair[...equals] + Self.encodedMark
            }
            let value = PercentEncoding.decode(pair[equals...].dropFirst(), plusIsSpace: true)
            let clean = text(value)
            return clean == value ? encoded(String(pair)) : pair[...equals] + PercentEncoding.encode(clean)
        }
    }

    /// Returns the decoded values of the items with secret names in a query or form.
    func secrets(inPairs query: Substring) -> [String] {
        PercentDecoding.pairs(query).filter { isSecret($0.name, in: .query) }.map(\.value)
    }

    // MARK: Markers

    /// The percent-encoded redaction marker, for contexts in which angle brackets are not allowed.
    static let encodedMark = PercentEncoding.encode(Redactor.mark)

    /// Returns a text with percent-encoded redaction markers, for use in a URL.
    func encoded(_ text: String) -> String {
        text.replacing(Redactor.mark, with: Self.encodedMark)
    }
}
