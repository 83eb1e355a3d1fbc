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

    /// Names that are secret in addition to ``SecretNames``, in lowercase.
    private let names: Set<String>

    /// The replacement for a secret in a URL or a form.
    let urlMark: String

    /// Creates a redactor that knows no values.
    ///
    /// - Parameters:
    ///   - names: Additional secret names, in lowercase.
    ///   - urlMark: The replacement for a secret in a URL or a form.
    package init(names: Set<String> = [], urlMark: String = mark) {
        self.names = names
        self.urlMark = urlMark
    }

    /// Creates a redactor that knows the secrets of a request.
    package init(request: HTTPRequest) { self.init(requests: [request]) }

    /// Creates a redactor that knows the secrets of several requests and of the body of the last one.
    package init(requests: [HTTPRequest], body: HTTPBody? = nil) {
        self.init()
        for request in requests { learn(request) }
        let type = requests.last?.headerFields[.contentType] ?? body?.contentType
        if let body { learn(body: body.beginning, as: BodyFormat(type)) }
    }

    /// Returns whether the values of a name are secret.
    func isSecret(_ name: String, in place: SecretNames.Place = .text) -> Bool {
        usesNames && (SecretNames.contains(name, in: place) || !names.isEmpty && names.contains(name.lowercased()))
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
        for part in CredentialParts.values(ofField: name, value) {
            learn(part)
            learn(PercentEncoding.decode(part))
        }
    }

    /// Adds the secrets in a body.
    package mutating func learn(body: [UInt8], as format: BodyFormat, isSecret: Bool = false) {
        learn(secrets(in: body, format, isSecret))
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

    private func replacing(_ text: String, _ secrets: [NamedSecret], by mark: String) -> String {
        String(decoding: replacing(Array(text.utf8), secrets, by: mark), as: UTF8.self)
    }

    /// Returns a body with secrets redacted, in the same format.
    ///
    /// The values of secret names are redacted in JSON and in forms, where numbers of JSON become 0. In binary data,
    /// asterisks replace known secrets, so that the length does not change.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - format: The format.
    ///   - isSecret: Whether the body is declared secret. Defaults to `false`.
    package func body(_ body: [UInt8], as format: BodyFormat, isSecret: Bool = false) -> [UInt8] {
        var secrets = secrets(in: body, format, isSecret)
        if case .stream = format {
            // A stream that was canceled can end within a secret.
            let end = body.suffix(known.lengthOfCutSecret(in: body)).indices
            secrets.append(NamedSecret(range: end, values: [], replacement: Self.mark))
        } else if BodyText.text(of: Data(body)) == nil {
            return replacing(body, secrets, by: nil)
        }
        let mark = format == .form ? urlMark : format == .markup ? Self.escapedMark : Self.mark
        return replacing(body, secrets, by: mark)
    }

    private func secrets(in body: [UInt8], _ format: BodyFormat, _ isSecret: Bool) -> [NamedSecret] {
        switch format {
        case .json: JSONSecrets(body[...], self, isSecret: isSecret).found
        case .stream(let texts): texts.flatMap { JSONSecrets($0, self, isSecret: isSecret).found }
        case .form: secrets(inPairs: body[...])
        case .parts(let boundary): secrets(inParts: body, boundary: boundary)
        case .markup, .other:
            isSecret ? [NamedSecret(range: body.indices, values: [], replacement: Self.mark)] : []
        }
    }

    /// Returns a text with secrets, and all known secrets, replaced by a mark, or by asterisks if the mark is `nil`.
    private func replacing(_ bytes: [UInt8], _ secrets: [NamedSecret], by mark: String?) -> [UInt8] {
        let repeated = known.ranges(in: bytes).map { range in
            NamedSecret(range: range, values: [], replacement: mark ?? String(repeating: "*", count: range.count))
        }
        return Self.replace(secrets + repeated, in: bytes)
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
