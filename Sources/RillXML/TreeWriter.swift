/// Serializes elements as XML text.
struct TreeWriter {
    private(set) var text = ""

    mutating func write(_ element: Branch, path: String) throws {
        if let failure = element.failure { throw failure }
        guard Self.isName(element.name) else {
            throw XMLEncodingError(path: path, reason: "\"\(element.name)\" is not a valid element name")
        }
        text += "<" + element.name
        for attribute in element.attributes {
            guard Self.isName(attribute.name) else {
                throw XMLEncodingError(path: path, reason: "\"\(attribute.name)\" is not a valid attribute name")
            }
            text += " \(attribute.name)=\""
            try write(attribute.value, path: "\(path)/@\(attribute.name)", isAttribute: true)
            text += "\""
        }
        let content = element.text ?? ""
        guard !content.isEmpty || !element.children.isEmpty else {
            text += "/>"
            return
        }
        text += ">"
        try write(content, path: path, isAttribute: false)
        for child in element.children { try write(child, path: "\(path)/\(child.name)") }
        text += "</\(element.name)>"
    }

    private mutating func write(_ value: String, path: String, isAttribute: Bool) throws {
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"" where isAttribute: text += "&quot;"
            // If they were not escaped, parsers would normalize these characters to a line feed, or to a space in
            // attributes.
            case "\r": text += "&#13;"
            case "\t" where isAttribute: text += "&#9;"
            case "\n" where isAttribute: text += "&#10;"
            case "\t", "\n": text.unicodeScalars.append(scalar)
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}":
                throw XMLEncodingError(
                    path: path,
                    reason: "the character U+\(String(scalar.value, radix: 16, uppercase: true)) is not allowed in XML")
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The characters with which a name can start, without the colon (XML 1.0, 2.3).
    private static let initials: [ClosedRange<UInt32>] = [
        0x41...0x5A, 0x5F...0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF,
        0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
        0x10000...0xEFFFF,
    ]

    /// The other characters of names.
    private static let others: [ClosedRange<UInt32>] = [
        0x2D...0x2E, 0x30...0x39, 0xB7...0xB7, 0x300...0x36F, 0x203F...0x2040,
    ]

    /// Returns whether a string is a valid name without a prefix.
    private static func isName(_ name: String) -> Bool {
        func contains(_ ranges: [ClosedRange<UInt32>], _ scalar: Unicode.Scalar) -> Bool {
            ranges.contains { $0.contains(scalar.value) }
        }
        guard let first = name.unicodeScalars.first, contains(initials, first) else { return false }
        return name.unicodeScalars.allSatisfy { contains(initials, $0) || contains(others, $0) }
    }
}
