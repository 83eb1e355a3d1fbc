internal import RillHTTP

/// Takes secrets out of what goes into a cassette: those it has learned, and what stands behind a name that announces one.
struct SecretFilter: Sendable {
    private let redaction: CassetteTransport.Redaction
    private var known = KnownSecrets()

    init(_ redaction: CassetteTransport.Redaction) {
        self.redaction = redaction
        for value in redaction.values { known.insert(value, minimumLength: 1) }
    }

    /// Whether it does anything.
    var isOn: Bool { redaction.isOn }

    /// Takes note of a secret.
    mutating func learn(_ secret: some StringProtocol) {
        known.insert(secret)
    }

    /// Takes note of the secrets that are announced in a text.
    mutating func learn(text: [UInt8]) { known.learn(text: text) }

    /// Takes note of the secrets in a URL.
    mutating func learn(url: String) { known.learn(url: url) }

    /// Takes note of the secrets in a header field that is none as a whole.
    mutating func learn(_ field: HTTPField) { known.learn(field) }

    /// Whether values of this name are secret.
    func isSecret(_ name: some StringProtocol, in place: SecretNames.Place = .text) -> Bool {
        SecretNames.contains(name, in: place) || redaction.names.contains(name.lowercased())
    }

    /// Whether the value of a header field is a secret.
    func isSecret(field name: String) -> Bool {
        HTTPField.Name(name)?.isSecret == true || isSecret(name)
    }

    // MARK: Texts

    /// A text without secrets; an address stays one.
    func text(_ text: String) -> String {
        let isAddress = text.hasPrefix("http://") || text.hasPrefix("https://")
        if isAddress, !text.contains(where: \.isWhitespace) { return url(text) }
        return Redactor(known: known).text(text)
    }

    /// Bytes that are not text, without the secrets that are known.
    func bytes(_ bytes: [UInt8]) -> [UInt8] { known.overwritten(in: bytes) }

    /// An address without credentials, and without secrets in its path and its query.
    func url(_ url: String) -> String {
        // Before the URL is split, as a secret can hold what splits it.
        let url = known.removed(from: url)
        let path = url.prefix { $0 != "?" }
        let query = url[path.endIndex...].dropFirst()
        var result = Redactor().url(String(path)).split(separator: "/", omittingEmptySubsequences: false)
            .map { encoded(known.removed(from: String($0))) }
            .joined(separator: "/")
        if path.endIndex < url.endIndex { result += "?" + pairs(query).joined(separator: "&") }
        return result
    }

    /// The pairs of a query or a form without secrets.
    func pairs(_ query: Substring) -> [String] {
        query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "=") else { return encoded(known.removed(from: String(pair))) }
            if isSecret(PercentDecoding.decode(pair[..<equals]), in: .query) {
                return pair[...equals] + Self.encodedMark
            }
            let value = PercentDecoding.decode(pair[equals...].dropFirst())
            let clean = text(value)
            return clean == value ? encoded(String(pair)) : pair[...equals] + PercentEncoding.encode(clean)
        }
    }

    /// The values in the pairs of a query or a form that are secret by their names, as they are meant.
    func secrets(inPairs query: Substring) -> [String] {
        PercentDecoding.pairs(query).filter { isSecret($0.name, in: .query) }.map(\.value)
    }

    // MARK: Marks

    /// The mark where angle brackets mean something, or must not stand.
    static let encodedMark = PercentEncoding.encode(Redactor.mark)

    /// A text with marks that may stand in an address.
    func encoded(_ text: String) -> String {
        text.replacing(Redactor.mark, with: Self.encodedMark)
    }
}
