internal import Foundation
internal import RillSystem

/// Decodes a value from the sibling elements with the same name.
struct TreeDecoder: Decoder, SingleValueDecodingContainer {
    /// The sibling elements with the same name.
    let elements: [Tree]

    /// The path of the elements in the document, for error messages.
    let path: String
    let codingPath: [any CodingKey]
    let options: XMLDecoder

    /// The value of the attribute, if the key refers to an attribute instead of elements.
    var attribute: String?

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ElementFields(element: try single(), decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard attribute == nil else { throw failure("an attribute can contain only text") }
        return ElementList(decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    // MARK: Reading

    /// Returns the only element.
    ///
    /// Throws if there is no element or more than one.
    func single() throws -> Tree {
        guard attribute == nil else { throw failure("an attribute can contain only text") }
        guard let first = elements.first else { throw failure("the required value is missing") }
        guard elements.count == 1 else { throw failure("expected one element, found \(elements.count)") }
        return first
    }

    /// Returns the text of the only element, or the value of the attribute.
    func text() throws -> String {
        if let attribute { return attribute }
        let element = try single()
        guard element.children.isEmpty else { throw failure("expected text, found elements") }
        return element.text
    }

    /// Returns whether the value is absent: there is no attribute, and either no element or a single empty one.
    func decodeNil() -> Bool { attribute == nil && elements.allSatisfy(\.isEmpty) && elements.count <= 1 }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == Date.self {
            let text = try text().trimmed
            do {
                if let date = try options.dates(text) as? Value { return date }
            } catch {
                throw failure("expected a date, found \(XMLDecodingError.shown(text))")
            }
        }
        let parse: (String) -> Any?
        switch type {
        case let type as any XMLText.Type: parse = { type.init(xml: $0) }
        case let type as any FixedWidthInteger.Type: parse = { type.init($0.trimmed) }
        // For the types above, this would recurse infinitely.
        default: return try Value(from: self)
        }
        let text = try text()
        guard let value = parse(text) as? Value else {
            throw failure("expected \(Value.self), found \(XMLDecodingError.shown(text))")
        }
        return value
    }

    func failure(_ reason: String) -> XMLDecodingError { XMLDecodingError(path: path, reason: reason) }

    // MARK: Nested decoders

    /// Returns a decoder for the element at an index.
    func at(_ index: Int) -> TreeDecoder {
        let itemPath = elements.count > 1 ? "\(path)[\(index)]" : path
        return TreeDecoder(
            elements: [elements[index]], path: itemPath, codingPath: codingPath + [AnyCodingKey(index)],
            options: options)
    }
}
