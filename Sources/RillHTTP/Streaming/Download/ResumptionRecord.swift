internal import Foundation

/// The metadata of a partial file, stored next to the file so that the download can be resumed.
struct ResumptionRecord: Hashable, Sendable {
    /// The identity of the request.
    var identity: String

    /// The validator of the file's version: a strong ETag or a last-modified date.
    var validator: String

    /// The total size of the file in bytes, or `nil` if unknown.
    var total: Int?

    private static let header = "rill-download 1"

    /// The maximum size of a record in bytes.
    static let limit = 64 * 1024

    init(identity: String, validator: String, total: Int?) {
        self.identity = identity
        self.validator = validator
        self.total = total
    }

    /// Parses a record, or returns `nil` if it is invalid or incomplete.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, lines[0] == Self.header, lines[4].isEmpty, !lines[2].isEmpty else { return nil }
        identity = String(lines[1])
        validator = String(lines[2])
        total = lines[3] == "-" ? nil : ContentRange.count(String(lines[3]))
        if total == nil, lines[3] != "-" { return nil }
    }

    var bytes: [UInt8] {
        Array("\(Self.header)\n\(identity)\n\(validator)\n\(total.map(String.init) ?? "-")\n".utf8)
    }

    // MARK: Requests and responses

    /// Returns a hash that identifies a request without revealing its secrets.
    static func identity(of request: HTTPRequest) -> String {
        hash("\(request.method) \(request.unvalidatedURL)")
    }

    /// Returns the FNV-1a hash of a text.
    ///
    /// A non-cryptographic hash suffices to distinguish the downloads of one user.
    static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns the `If-Range` value for resuming a response, or `nil` if the response has no strong validator.
    ///
    /// - SeeAlso: RFC 9110, 8.8.2.2 and 13.1.5.
    static func validator(of head: HTTPResponse) -> String? {
        guard !head.hasContentCoding, head.headerFields[.acceptRanges]?.lowercased() != "none" else { return nil }
        let fields = head.headerFields
        if let tag = strongTag(of: head) { return tag }
        // A date is a strong validator only if the response is at least one second newer than the file.
        guard fields[.eTag] == nil, let text = fields[.lastModified], let changed = HTTPDate.parse(text),
            let present = fields[.date].flatMap({ HTTPDate.parse($0) }), present.timeIntervalSince(changed) >= 1
        else { return nil }
        return text
    }

    /// Returns the ETag if it is strong.
    static func strongTag(of head: HTTPResponse) -> String? {
        let tags = head.headerFields[values: .eTag]
        guard tags.count == 1, let tag = tags.first, tag.utf8.count >= 2, tag.utf8.first == UInt8(ascii: "\""),
            tag.utf8.dropFirst().firstIndex(of: UInt8(ascii: "\"")) == tag.utf8.indices.last
        else { return nil }
        return tag
    }
}
