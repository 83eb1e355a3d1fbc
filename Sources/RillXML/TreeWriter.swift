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

    /// Returns whether a string is a valid name without a prefix: letters of any script, digits, `_`, `-`, and `.`,
    /// starting with a letter or `_`.
    private static func isName(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first == "_" || first.properties.isAlphabetic else { return false }
        return name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "_-.".unicodeScalars.contains(scalar)
        }
    }
}
