package import Foundation

/// A redactor of secrets in texts: known secrets in any spelling, and values that follow a secret name.
package struct Redactor: Sendable {
    /// The replacement for a secret.
    package static let mark = "<redacted>"

    /// The replacement for a secret in XML and HTML.
    package static let escapedMark = "&lt;redacted&gt;"

    private let known: KnownSecrets

    /// Creates a redactor for known secrets.
    package init(known: KnownSecrets) {
        self.known = known
    }

    /// Creates a redactor that also knows the secrets of a request, which a response can contain anywhere.
    package init(request: HTTPRequest? = nil) {
        self.init(requests: request.map { [$0] } ?? [])
    }

    /// Creates a redactor that also knows the secrets of several requests and of the body of the last one.
    package init(requests: [HTTPRequest], body: HTTPBody? = nil) {
        var known = KnownSecrets()
        for request in requests { known.learn(request) }
        if let body { known.learn(body, contentType: requests.last?.headerFields[.contentType]) }
        self.known = known
    }

    /// Returns a text with all secrets redacted.
    package func text(_ text: String) -> String { redact(text) { _ in [] } }

    /// Returns a text with the known secrets redacted, regardless of the names it contains.
    package func withoutKnownSecrets(_ text: String) -> String { known.removed(from: text) }

    /// Returns a URL with its credentials and the secrets in its path and query redacted.
    package func url(_ url: String) -> String { redact(url) { URLSecrets($0).ranges } }

    /// Returns a base URL with secrets redacted, even if the password contains a character that should be
    /// percent-encoded.
    package func baseURL(_ text: String) -> String {
        let base = BaseURL(text)
        return url(base.hasSplitCredentials ? "\(base.scheme)://\(base.authority)" : text)
    }

    private func redact(_ text: String, _ more: ([UInt8]) -> [Range<Int>]) -> String {
        guard !text.isEmpty else { return text }
        let bytes = Array(text.utf8)
        let decoded = DecodedText(bytes)
        var ranges = known.ranges(in: bytes, decoded) + more(bytes)
        var scanner = SecretScanner(bytes)
        scanner.run()
        ranges += scanner.ranges
        if decoded.isDecoded {
            var scanner = SecretScanner(decoded.bytes)
            scanner.run()
            ranges += scanner.ranges.map(decoded.original)
        }
        return Self.replace(ranges, in: text, bytes)
    }

    /// Returns a text with the given byte ranges replaced by a mark.
    static func replace(_ ranges: [Range<Int>], in text: String, _ bytes: [UInt8]) -> String {
        ranges.isEmpty ? text : String(decoding: replace(ranges, in: bytes) { _ in mark }, as: UTF8.self)
    }

    /// Returns bytes with the given ranges replaced by a mark.
    ///
    /// Overlapping or adjacent ranges are replaced by a single mark.
    private static func replace(
        _ ranges: [Range<Int>], in bytes: [UInt8], with mark: (Range<Int>) -> String
    ) -> [UInt8] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        var result: [UInt8] = []
        var position = 0
        for range in merged {
            result += bytes[position..<range.lowerBound]
            result += mark(range).utf8
            position = range.upperBound
        }
        return result + bytes[position...]
    }
}

extension Redactor {
    /// Returns a text of a server with secrets redacted and deceptive characters replaced.
    ///
    /// Line feeds and tabs are kept.
    package func clean(_ text: String) -> String { BodyText.clean(self.text(text)) }

    /// Returns a text of a server with secrets redacted and deceptive characters replaced, on one line.
    package func line(_ text: String) -> String { BodyText.line(self.text(text)) }

    /// Returns a response head with the known secrets redacted and deceptive characters replaced.
    package func withoutKnownSecrets(_ head: HTTPResponse) -> HTTPResponse {
        func clean(_ text: String) -> String { BodyText.clean(withoutKnownSecrets(text)).replacing("\n", with: " ") }
        return HTTPResponse(
            status: .init(code: head.status.code, reasonPhrase: clean(head.status.reasonPhrase)),
            headerFields: HTTPFields(head.headerFields.map { HTTPField(name: $0.name, value: clean($0.value)) }))
    }

    /// Returns a body with the known secrets redacted.
    ///
    /// In JSON, a number becomes 0; in XML, the mark is escaped.
    package func withoutKnownSecrets(_ body: Data) -> Data {
        let bytes = [UInt8](body)
        let ranges = known.ranges(in: bytes, DecodedText(bytes))
        guard !ranges.isEmpty else { return body }
        let isMarkup = bytes.first { !SecretScanner.isBlank($0) } == UInt8(ascii: "<")
        let isQuoted = SecretScanner.quotedBytes(of: bytes)
        return Data(
            Self.replace(ranges, in: bytes) { range in
                if isMarkup { return Self.escapedMark }
                return !isQuoted[range.lowerBound] && bytes[range].allSatisfy { 0x30...0x39 ~= $0 } ? "0" : Self.mark
            })
    }

    /// Returns a status whose reason phrase has secrets redacted and deceptive characters replaced.
    package func status(_ status: HTTPResponse.Status) -> HTTPResponse.Status {
        HTTPResponse.Status(code: status.code, reasonPhrase: line(status.reasonPhrase))
    }

    /// Returns header fields whose values have secrets redacted and deceptive characters replaced.
    package func fields(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.map { HTTPField(name: $0.name, value: value(of: $0)) })
    }

    private func value(of field: HTTPField) -> String {
        if field.name.isSecret { return Self.mark }
        return BodyText.clean(field.isReference ? url(field.value) : text(field.value))
    }
}

extension Redactor {
    /// Returns the URL of a request with secrets redacted.
    package func url(of request: HTTPRequest) -> String {
        BodyText.line(url(request.unvalidatedURL))
    }
}
