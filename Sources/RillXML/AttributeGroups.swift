internal import Foundation

/// A document in which no element has very many attributes: the further ones are moved to elements of a name of their own.
///
/// libxml2 compares each attribute with all others of its element to find duplicates, which takes quadratic time. In the
/// document below, `…` stands for 64 attributes:
///
///     <a … b="1"/>     becomes     <a …><rill-UUID b="1"/></a>
///
/// The reader of the document has to add the attributes of these elements to the element around them, and to refuse
/// duplicates. A document that is not well-formed stays so.
struct AttributeGroups {
    /// The document to parse.
    let document: Data

    /// The name of the elements with further attributes; `nil` if there are none.
    let name: String?

    /// The maximum number of attributes of an element, for elements with white space between their attributes.
    private static let size = 64

    /// Moves the attributes of a document that contains no document type declaration.
    init(_ data: Data) {
        let tags = data.withUnsafeBytes { bytes in
            var scanner = TagScanner(bytes: bytes, groupSize: Self.size)
            return scanner.largeTags()
        }
        guard !tags.isEmpty else {
            document = data
            name = nil
            return
        }
        // No document can contain it by accident or on purpose.
        let name = "rill-\(UUID().uuidString)"
        self.name = name
        document = Self.document(data, tags, name)
    }

    private static func document(_ data: Data, _ tags: [TagScanner.Tag], _ name: String) -> Data {
        func slice(_ range: Range<Int>) -> Data {
            data[(data.startIndex + range.lowerBound)..<(data.startIndex + range.upperBound)]
        }
        var document = Data(capacity: data.count + tags.count * name.utf8.count * 2)
        var position = 0
        for tag in tags {
            for (index, group) in tag.groups.enumerated() {
                document += slice(position..<group)
                document += Data("\(index == 0 ? "" : "/")><\(name)".utf8)
                position = group
            }
            document += slice(position..<(tag.isEmptyElement ? tag.end - 1 : tag.end)) + Data("/>".utf8)
            if tag.isEmptyElement { document += Data("</".utf8) + slice(tag.name) + Data(">".utf8) }
            position = tag.end + 1
        }
        return document + slice(position..<data.count)
    }
}

/// Finds the start tags with very many attributes.
private struct TagScanner {
    /// A start tag, as offsets in the document.
    struct Tag {
        let name: Range<Int>

        /// Where the second and each further group of attributes begins: the white space behind an attribute.
        var groups: [Int] = []

        /// The offset of the `>`.
        var end = 0

        var isEmptyElement = false
    }

    let bytes: UnsafeRawBufferPointer
    let groupSize: Int
    private var position = 0

    init(bytes: UnsafeRawBufferPointer, groupSize: Int) {
        self.bytes = bytes
        self.groupSize = groupSize
    }

    /// Returns the tags up to the end, or up to something that is not well-formed.
    mutating func largeTags() -> [Tag] {
        var tags: [Tag] = []
        while skip(to: UInt8(ascii: "<")) {
            if skip("<!--") {
                guard skip(behind: "-->") else { break }
            } else if skip("<![CDATA[") {
                guard skip(behind: "]]>") else { break }
            } else if skip("<?") {
                guard skip(behind: "?>") else { break }
            } else if skip("</") {
                guard skip(behind: ">") else { break }
            } else {
                guard let tag = readTag() else { break }
                if !tag.groups.isEmpty { tags.append(tag) }
            }
        }
        return tags
    }

    /// Reads a start tag; `nil` if it does not end or contains a `<`.
    private mutating func readTag() -> Tag? {
        position += 1
        let start = position
        while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
        var tag = Tag(name: start..<position)
        var count = 0
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: ">"):
                tag.end = position
                tag.isEmptyElement = bytes[position - 1] == UInt8(ascii: "/")
                return tag
            case UInt8(ascii: "<"):
                return nil
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                position += 1
                while position < bytes.count, bytes[position] != byte {
                    if bytes[position] == UInt8(ascii: "<") { return nil }
                    position += 1
                }
                count += 1
                let next = position + 1
                if count % groupSize == 0, next < bytes.count, Self.isSpace(bytes[next]) { tag.groups.append(next) }
            default:
                break
            }
            position += 1
        }
        return nil
    }

    private mutating func skip(to byte: UInt8) -> Bool {
        while position < bytes.count {
            if bytes[position] == byte { return true }
            position += 1
        }
        return false
    }

    /// Skips a text if it is next.
    private mutating func skip(_ text: StaticString) -> Bool {
        guard isNext(text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    private mutating func skip(behind text: StaticString) -> Bool {
        while position < bytes.count {
            if skip(text) { return true }
            position += 1
        }
        return false
    }

    private func isNext(_ text: StaticString) -> Bool {
        // Nearly all calls end here.
        guard bytes[position] == text.utf8Start[0] else { return false }
        let count = text.utf8CodeUnitCount
        guard bytes.count - position >= count else { return false }
        return (1..<count).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
    }

    private static func endsName(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<")
    }
}
