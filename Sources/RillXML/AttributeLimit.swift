internal import Foundation

/// Limits the number of attributes per element.
///
/// libxml2 compares each attribute with all others of its element to find duplicates. The limit keeps the parsing time
/// linear in the length of the document.
enum AttributeLimit {
    static let maximum = 10_000

    /// Throws if a start tag has more attributes than the limit.
    ///
    /// Start tags in comments and CDATA sections are checked, too.
    static func check(_ data: Data) throws(XMLDecodingError) {
        guard let offset = data.withUnsafeBytes(firstExcess) else { return }
        let line = 1 + data.prefix(offset).count { $0 == UInt8(ascii: "\n") }
        throw XMLDecodingError(path: "line \(line)", reason: "an element has more than \(maximum) attributes")
    }

    /// Returns the offset of the first start tag with too many attributes.
    ///
    /// In a well-formed document, a start tag contains no other `<`, so each `<` resets the count.
    private static func firstExcess(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var start: Int?
        var quote: UInt8?
        var count = 0
        for (offset, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "<"):
                (start, quote, count) = (offset, nil, 0)
            case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ">"):
                if quote == nil { start = nil }
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let tag = start else { continue }
                if quote == nil {
                    quote = byte
                    count += 1
                    if count > maximum { return tag }
                } else if quote == byte {
                    quote = nil
                }
            default:
                continue
            }
        }
        return nil
    }
}
