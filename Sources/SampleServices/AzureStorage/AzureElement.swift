internal import Foundation
internal import RillXML

/// An element of the XML that Azure Storage reads and writes.
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

    /// The first element of that name inside it.
    subscript(name: String) -> AzureElement? { children.first { $0.name == name } }

    // MARK: Reading

    /// Reads a document; nil if it is none, or if its outermost element has another name.
    static func read(_ bytes: [UInt8], root: String) -> AzureElement? {
        guard let content = try? XMLDecoder().decode(Content.self, from: Data(bytes), root: root) else { return nil }
        return AzureElement(name: root, content)
    }

    private init(name: String, _ content: Content) {
        self.name = name
        // The white space between elements means nothing.
        text = content.children.isEmpty ? content.text : ""
        children = content.children
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    /// What is in an element.
    private struct Content: Decodable {
        let text: String
        let children: [AzureElement]

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            text = try fields.decode(String.self, forKey: Key(stringValue: ""))
            children = try fields.decode([Holder].self, forKey: Key(stringValue: "*")).map(\.element)
        }
    }

    /// The decoder gives each element of a list as if it stood alone in another.
    private struct Holder: Decodable {
        let element: AzureElement

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            let key = fields.allKeys.first ?? Key(stringValue: "")
            element = AzureElement(name: key.stringValue, try fields.decode(Content.self, forKey: key))
        }
    }

    // MARK: Writing

    /// The document: a byte-order mark, as from the service itself, a declaration, and the element.
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
        // Most texts, and all long ones, need no escapes.
        guard text.utf8.contains(where: { escape(of: $0) != nil }) else {
            bytes += text.utf8
            return
        }
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
        // A reader takes a bare return for a line feed.
        case UInt8(ascii: "\r"): "&#13;".utf8
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"): nil
        // What has no form in XML.
        case 0..<0x20: "\u{FFFD}".utf8
        default: nil
        }
    }
}
