internal import Foundation

/// What is kept beside an unfinished file, so that it can be gone on with.
struct ResumptionRecord: Hashable, Sendable {
    /// Which request it is the answer of.
    var identity: String

    /// What names the state of the file on the server: a strong ETag, or a date of last change.
    var validator: String

    /// How many bytes the file has in all; nil if the server has not said so.
    var total: Int?

    private static let firstLine = "rill-download 1"

    /// How long a record may be.
    static let limit = 64 * 1024

    init(identity: String, validator: String, total: Int?) {
        self.identity = identity
        self.validator = validator
        self.total = total
    }

    /// Reads a record; nil if it is none, or not all of it was written.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 5, lines[0] == Self.firstLine, lines[4].isEmpty, !lines[2].isEmpty else { return nil }
        identity = String(lines[1])
        validator = String(lines[2])
        total = lines[3] == "-" ? nil : ContentRange.count(String(lines[3]))
        if total == nil, lines[3] != "-" { return nil }
    }

    var bytes: [UInt8] {
        Array("\(Self.firstLine)\n\(identity)\n\(validator)\n\(total.map(String.init) ?? "-")\n".utf8)
    }

    // MARK: Of messages

    /// Names a request, in a way that shows nothing of what is secret in it.
    static func identity(of request: HTTPRequest) -> String {
        let text =
            "\(request.method) \(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
        return hash(text)
    }

    /// FNV-1a: it only has to tell apart what one and the same person downloads.
    static func hash(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// What may stand in `If-Range` to go on with an answer; nil if nothing in its head is sure enough.
    ///
    /// - SeeAlso: RFC 9110, 8.8.2.2 and 13.1.5.
    static func validator(of head: HTTPResponse) -> String? {
        guard !head.hasContentCoding, head.headerFields[.acceptRanges]?.lowercased() != "none" else { return nil }
        let fields = head.headerFields
        if let tag = strongTag(of: head) { return tag }
        // A date is sure only if the answer is so much younger that the file cannot have changed again in that second.
        guard fields[.eTag] == nil, let text = fields[.lastModified], let changed = HTTPDate.parse(text),
            let present = fields[.date].flatMap({ HTTPDate.parse($0) }), present.timeIntervalSince(changed) >= 1
        else { return nil }
        return text
    }

    /// The ETag, if it stands for every byte of the file.
    static func strongTag(of head: HTTPResponse) -> String? {
        let tags = head.headerFields[values: .eTag]
        guard tags.count == 1, let tag = tags.first, tag.utf8.count >= 2, tag.utf8.first == UInt8(ascii: "\""),
            tag.utf8.dropFirst().firstIndex(of: UInt8(ascii: "\"")) == tag.utf8.indices.last
        else { return nil }
        return tag
    }
}

extension HTTPResponse {
    /// Whether the bytes that arrive are not those that the server counts, if the transport decompresses them.
    package var hasContentCoding: Bool {
        headerFields[values: .contentEncoding].contains { !$0.isEmpty && $0.lowercased() != "identity" }
    }
}
