internal import Foundation

/// Takes secrets out of texts: those it knows, in any spelling, and what follows a name that announces one.
package struct Redactor: Sendable {
    /// The text in the place of a secret.
    package static let mark = "<redacted>"

    private let known: KnownSecrets

    /// Creates a redactor that knows secrets.
    package init(known: KnownSecrets) {
        self.known = known
    }

    /// Creates a redactor that also knows the secrets of a request, wherever a server may repeat them.
    package init(request: HTTPRequest? = nil) {
        self.init(requests: request.map { [$0] } ?? [])
    }

    /// Creates a redactor that also knows the secrets of several requests, and of the body that the last was sent with.
    init(requests: [HTTPRequest], body: HTTPBody? = nil) {
        var known = KnownSecrets()
        for request in requests { known.learn(request) }
        if let body { known.learn(body, contentType: requests.last?.headerFields[.contentType]) }
        self.known = known
    }

    /// A text without secrets.
    package func text(_ text: String) -> String { redact(text) { _ in [] } }

    /// A text without the secrets that are known, whatever names it contains.
    package func withoutKnownSecrets(_ text: String) -> String { known.removed(from: text) }

    /// A URL without its credentials and without the secrets in its path and its query.
    package func url(_ url: String) -> String { redact(url) { SecretAddress($0).ranges } }

    /// A base URL without secrets, also of a password that has a character which should be percent-encoded.
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

    /// A text with a mark in the place of each of some ranges of its bytes.
    static func replace(_ ranges: [Range<Int>], in text: String, _ bytes: [UInt8]) -> String {
        ranges.isEmpty ? text : String(decoding: replace(ranges, in: bytes) { _ in mark }, as: UTF8.self)
    }

    /// Bytes with a mark in the place of each of some ranges; of ranges that overlap or touch, one for all.
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
    /// The head of a response without the secrets that are known.
    func withoutKnownSecrets(_ head: HTTPResponse) -> HTTPResponse {
        HTTPResponse(
            status: .init(code: head.status.code, reasonPhrase: withoutKnownSecrets(head.status.reasonPhrase)),
            headerFields: HTTPFields(
                head.headerFields.map { HTTPField(name: $0.name, value: withoutKnownSecrets($0.value)) }))
    }

    /// A body without the secrets that are known: in JSON a number becomes 0, and in XML the mark is escaped.
    func withoutKnownSecrets(_ body: Data) -> Data {
        let bytes = [UInt8](body)
        let ranges = known.ranges(in: bytes, DecodedText(bytes))
        guard !ranges.isEmpty else { return body }
        let isMarkup = bytes.first { !SecretScanner.isBlank($0) } == UInt8(ascii: "<")
        let isQuoted = SecretScanner.quotedBytes(of: bytes)
        return Data(
            Self.replace(ranges, in: bytes) { range in
                if isMarkup { return "&lt;redacted&gt;" }
                return !isQuoted[range.lowerBound] && bytes[range].allSatisfy { 0x30...0x39 ~= $0 } ? "0" : Self.mark
            })
    }

    /// A status whose phrase has no secret.
    func status(_ status: HTTPResponse.Status) -> HTTPResponse.Status {
        HTTPResponse.Status(code: status.code, reasonPhrase: text(status.reasonPhrase))
    }

    /// Header fields whose values have no secret.
    func fields(_ fields: HTTPFields) -> HTTPFields {
        HTTPFields(fields.map { HTTPField(name: $0.name, value: value(of: $0)) })
    }

    private func value(of field: HTTPField) -> String {
        if field.name.isSecret { return Self.mark }
        return field.isReference ? url(field.value) : text(field.value)
    }
}
