internal import Foundation
internal import RillHTTP
internal import RillSystem
internal import RillXML

/// An XML element of a request or response.
struct AzureElement: Sendable {
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

    /// Parses a document.
    ///
    /// Returns `nil` if it is not well-formed or has another root element.
    static func read(_ bytes: [UInt8], root: String) -> AzureElement? {
        guard let content = try? XMLDecoder().decode(Content.self, from: Data(bytes), root: root) else { return nil }
        return AzureElement(name: root, content)
    }

    private init(name: String, _ content: Content) {
        self.name = name
        // Ignore whitespace between elements.
        text = content.children.isEmpty ? content.text : ""
        children = content.children
    }

    /// The decoded content of an element.
    private struct Content: Decodable {
        let text: String
        let children: [AzureElement]

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: AnyCodingKey.self)
            text = try fields.decode(String.self, forKey: AnyCodingKey(""))
            children = try fields.decode([Wrapper].self, forKey: AnyCodingKey("*")).map(\.element)
        }
    }

    /// Decodes an element of a `*` array, which is wrapped in a parent.
    private struct Wrapper: Decodable {
        let element: AzureElement

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: AnyCodingKey.self)
            let key = fields.allKeys.first ?? AnyCodingKey("")
            element = AzureElement(name: key.stringValue, try fields.decode(Content.self, forKey: key))
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
            if let escape = escape(of: byte) { bytes += escape } else { bytes.append(byte) }
        }
    }

    private static func escape(of byte: UInt8) -> String.UTF8View? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;".utf8
        case UInt8(ascii: "<"): "&lt;".utf8
        case UInt8(ascii: ">"): "&gt;".utf8
        case UInt8(ascii: "\""): "&quot;".utf8
        // Parsers normalize an unescaped carriage return to a line feed.
        case UInt8(ascii: "\r"): "&#13;".utf8
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"): nil
        // Control characters are not allowed in XML.
        case 0..<0x20: "\u{FFFD}".utf8
        default: nil
        }
    }
}
