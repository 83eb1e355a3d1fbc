internal import Foundation

extension HTTPResponse {
    /// The `If-Range` value for resuming the response, or `nil` if the response has no strong validator.
    ///
    /// - SeeAlso: RFC 9110, 8.8.2.2 and 13.1.5.
    public var strongValidator: String? {
        guard !hasContentCoding, headerFields[.acceptRanges]?.lowercased() != "none" else { return nil }
        let fields = headerFields
        if let tag = strongTag { return tag }
        // A date is a strong validator only if the response is at least one second newer than the file.
        guard fields[.eTag] == nil, let text = fields[.lastModified], let changed = HTTPDate.parse(text),
            let present = fields[.date].flatMap({ HTTPDate.parse($0) }), present.timeIntervalSince(changed) >= 1
        else { return nil }
        return text
    }

    /// The ETag if it is strong.
    package var strongTag: String? {
        let tags = headerFields[values: .eTag]
        guard tags.count == 1, let tag = tags.first, tag.utf8.count >= 2, tag.utf8.first == UInt8(ascii: "\""),
            tag.utf8.dropFirst().firstIndex(of: UInt8(ascii: "\"")) == tag.utf8.indices.last
        else { return nil }
        return tag
    }
}
