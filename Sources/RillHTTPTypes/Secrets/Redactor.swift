internal import Foundation

/// The secrets of an exchange, and their redaction in texts.
///
/// Secrets are known, never guessed: the values of secret names where the structure of a text is known, and every
/// occurrence of an exact value that was sent as a credential.
package struct Redactor: Sendable {
    /// The replacement for a secret.
    package static let mark = "<redacted>"

    /// The replacement for a secret in XML and HTML.
    package static let escapedMark = "&lt;redacted&gt;"

    /// The values to redact wherever they occur.
    private(set) var known = SecretValues()

    /// Whether the values of secret names are redacted.
    var usesNames = true

    /// Names that are secret in addition to ``SecretNames``, as letters and digits.
    private let names: Set<String>

    /// The replacement for a secret in a URL or a form.
    let urlMark: String

    /// Creates a redactor that knows no values.
    ///
    /// - Parameters:
    ///   - names: Additional secret names, compared in the same way as names added with ``SecretNames/add(_:)``.
    ///   - urlMark: The replacement for a secret in a URL or a form.
    package init(names: Set<String> = [], urlMark: String = mark) {
        self.names = Set(names.map { SecretWords($0).text }.filter { !$0.isEmpty })
        self.urlMark = urlMark
    }

    /// Creates a redactor that knows the secrets of a request.
    package init(request: HTTPRequest) { self.init(requests: [request]) }

    /// Creates a redactor that knows the secrets of several requests and of the body of the last one.
    package init(requests: [HTTPRequest], body: HTTPBody? = nil) {
        self.init()
        for request in requests { learn(request) }
        // A redirect to GET removes the field.
        let type = requests.lazy.reversed().compactMap { $0.headerFields[.contentType] }.first ?? body?.contentType
        if let body { learn(body: body.beginning, as: BodyFormat(type)) }
    }

    /// Returns whether the values of a name are secret.
    func isSecret(_ name: String, in place: SecretNames.Place = .text) -> Bool {
        usesNames && (SecretNames.contains(name, in: place) || !names.isEmpty && SecretWords(name).contains(names))
    }

    // MARK: Learning

    /// Adds a secret, unless it is so short that it would match harmless words.
    package mutating func learn(_ value: String, minimumLength: Int = 4) {
        known.insert(value, minimumLength: minimumLength)
    }

    private mutating func learn(_ secrets: [NamedSecret]) {
        for value in secrets.flatMap(\.values) { learn(value) }
    }

    /// Adds the secrets in the URL and the header fields of a request.
    package mutating func learn(_ request: HTTPRequest) {
        learn(url: request.unvalidatedURL)
        for value in request.pathSecrets { learn(value, minimumLength: 1) }
        learn(request.headerFields)
    }

    /// Adds the secrets in header fields.
    package mutating func learn(_ fields: HTTPFields) {
        for field in fields { learn(field: field.name.canonicalName, field.value) }
    }

    /// Adds the secrets in a URL.
    package mutating func learn(url: String) { learn(secrets(inURL: Array(url.utf8)[...])) }

    /// Adds the secrets in a header field with a name in lowercase.
    package mutating func learn(field name: String, _ value: String) {
        guard isSecret(name, in: .field) else { return learn(secrets(inField: name, Array(value.utf8)[...]) ?? []) }
        let parts = CredentialParts.values(ofField: name, value)
        for part in Set(parts + parts.map { PercentEncoding.decode($0) }) { learn(part) }
    }

    /// Adds the secrets in a body.
    package mutating func learn(body: [UInt8], as format: BodyFormat, isSecret: Bool = false) {
        learn(parse(body, format, isSecret: isSecret).secrets)
    }

    // MARK: Redacting

    /// Returns a text with all known secrets redacted.
    package func text(_ text: String) -> String { replacing(text, [], by: Self.mark) }

    /// Returns a URL with its credentials, the values of secret names, and all known secrets redacted.
    package func url(_ url: String) -> String { replacing(url, secrets(inURL: Array(url.utf8)[...]), by: urlMark) }

    /// Returns the value of a header field with secrets redacted.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name in lowercase.
    package func field(_ value: String, named name: String) -> String {
        guard !isSecret(name, in: .field) else { return Self.mark }
        guard let secrets = secrets(inField: name, Array(value.utf8)[...]) else { return text(value) }
        return replacing(value, secrets, by: urlMark)
    }

    /// Returns a text with secrets, and all known secrets, replaced by a mark.
    private func replacing(_ text: String, _ secrets: [NamedSecret], by mark: String) -> String {
        let bytes = Array(text.utf8)
        let repeated = known.ranges(in: bytes).map { NamedSecret(range: $0, replacement: mark) }
        if secrets.isEmpty, repeated.isEmpty { return text }
        return String(decoding: Self.replace(secrets + repeated, in: bytes), as: UTF8.self)
    }

    /// Returns a body with secrets redacted, in the same format.
    ///
    /// The values of secret names are redacted in JSON and in forms, where numbers of JSON become 0. In binary data,
    /// asterisks replace known secrets, so that the length does not change. A body that is declared secret is replaced
    /// completely unless it is JSON.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - format: The format.
    ///   - isSecret: Whether the body is declared secret. Defaults to `false`.
    ///   - isPartial: Whether the body is incomplete, so that it can end within a secret. Defaults to `false`. Streams are
    ///     always treated as incomplete.
    package func body(
        _ body: [UInt8], as format: BodyFormat, isSecret: Bool = false, isPartial: Bool = false
    ) -> [UInt8] {
        var (secrets, strings, mark) = parse(body, format, isSecret: isSecret)
        let isStream = if case .stream = format { true } else { false }
        let cutLength = isStream || isPartial ? known.lengthOfCutSecret(in: body) : 0
        let cut = body.suffix(cutLength).indices
        if !isStream, BodyText.text(of: Data(body)) == nil {
            var overwritten = body
            for index in RangeSet(known.ranges(in: body) + [cut]).ranges.joined() {
                overwritten[index] = UInt8(ascii: "*")
            }
            return Self.replace(secrets, in: overwritten)
        }
        secrets.append(NamedSecret(range: cut))
        secrets += Self.replacements(of: known.ranges(in: body), in: strings, of: body, outside: mark)
        return Self.replace(secrets, in: body)
    }

    /// Finds the secrets with known names and the strings of JSON, and returns the replacement for a known secret that
    /// begins outside of the strings.
    private func parse(
        _ body: [UInt8], _ format: BodyFormat, isSecret: Bool
    ) -> (secrets: [NamedSecret], strings: [JSONSecrets.Text], mark: String) {
        if isSecret, format != .json || (try? JSONDecoder().decode(JSONValue.self, from: Data(body))) == nil {
            let value = body.count > BodyText.window ? nil : String(validating: body, as: UTF8.self)
            let values = value.map { [$0.trimmingCharacters(in: .whitespacesAndNewlines)] } ?? []
            return ([NamedSecret(range: body.indices, values: values)], [], Self.mark)
        }
        switch format {
        case .form: return (secrets(inPairs: body[...]), [], urlMark)
        case .parts(let boundary): return (secrets(inParts: body, boundary: boundary), [], Self.mark)
        case .markup: return ([], [], Self.escapedMark)
        case .other: return ([], [], Self.mark)
        case .json:
            let text = JSONSecrets(body[...], self, isSecret: isSecret)
            return (text.found, text.strings, "\"\(Self.mark)\"")
        case .stream(let texts):
            let texts = texts.map { JSONSecrets($0, self) }
            return (texts.flatMap(\.found), texts.flatMap(\.strings), Self.mark)
        }
    }

    /// Returns a text with secrets replaced.
    ///
    /// Overlapping or adjacent secrets are replaced once. The first of several secrets at a position determines the
    /// replacement.
    static func replace(_ secrets: [NamedSecret], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var position = 0
        for secret in secrets.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where !secret.range.isEmpty {
            if secret.range.lowerBound > position || result.isEmpty {
                result += bytes[position..<secret.range.lowerBound]
                result += secret.replacement.utf8
            }
            position = max(position, secret.range.upperBound)
        }
        return result + bytes[position...]
    }
}
