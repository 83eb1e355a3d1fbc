internal import Foundation
internal import RillHTTP
internal import RillSystem
internal import RillXML

/// An XML element of a request or response.
struct AzureElement: Sendable, Decodable {
    var name: String
    var attributes: [String: String] = [:]
    var text = ""
    var children: [AzureElement] = []

    init(_ name: String, attributes: [String: String] = [:], _ text: String = "") {
        self.name = name
        self.attributes = attributes
        self.text = text
    }

    init(_ name: String, attributes: [String: String] = [:], _ children: [AzureElement]) {
        self.name = name
        self.attributes = attributes
        self.children = children
    }

    /// Creates an element whose children have only text.
    init(_ name: String, _ children: [(name: String, text: String)]) {
        self.init(name, children.map { AzureElement($0.name, $0.text) })
    }

    /// The first child element with a name.
    subscript(name: String) -> AzureElement? { children.first { $0.name == name } }

    // MARK: Reading

    /// Returns the date in the first child element with a name, or `nil` if it is missing or empty.
    func date(_ name: String) throws -> Date? {
        guard let text = self[name]?.text, !text.isEmpty else { return nil }
        guard let date = AzureDate.parse(text) else { throw AzureError.invalidNode(name, text) }
        return date
    }

    /// Parses a document.
    ///
    /// Returns `nil` if it is not well-formed or has another root element.
    static func read(_ bytes: [UInt8], root: String) -> AzureElement? {
        var element = try? XMLDecoder().decode(Self.self, from: Data(bytes), root: root)
        element?.name = root
        return element
    }

    /// Decodes the text and the children of an element, whose name is an empty string.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: AnyCodingKey.self)
        self.init("", try fields.decode([Child].self, forKey: AnyCodingKey("*")).map(\.element))
        // Ignore whitespace between elements.
        if children.isEmpty { text = try fields.decode(String.self, forKey: AnyCodingKey("")) }
    }

    /// Decodes an element of a `*` array, which is wrapped in a parent.
    private struct Child: Decodable {
        var element: AzureElement

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: AnyCodingKey.self)
            let key = fields.allKeys.first ?? AnyCodingKey("")
            element = try fields.decode(AzureElement.self, forKey: key)
            element.name = key.stringValue
        }
    }

    // MARK: Writing

    /// The document: a byte order mark, as sent by the service, an XML declaration, and the element.
    var document: [UInt8] {
        var bytes = Array("\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?>".utf8)
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        bytes += "<\(name)".utf8
        for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
            bytes += " \(name)=\"".utf8
            Self.append(value, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        guard !text.isEmpty || !children.isEmpty else {
            bytes += " />".utf8
            return
        }
        bytes.append(UInt8(ascii: ">"))
        Self.append(text, to: &bytes)
        for child in children { child.append(to: &bytes) }
        bytes += "</\(name)>".utf8
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            // Parsers normalize an unescaped carriage return to a line feed.
            case UInt8(ascii: "\r"): bytes += "&#13;".utf8
            case UInt8(ascii: "\t"), UInt8(ascii: "\n"): bytes.append(byte)
            // Control characters are not allowed in XML.
            case 0..<0x20: bytes += "\u{FFFD}".utf8
            default: bytes.append(byte)
            }
        }
    }
}
