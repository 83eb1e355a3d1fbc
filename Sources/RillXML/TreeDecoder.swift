internal import Foundation

/// Reads a value from the elements of one name.
struct TreeDecoder: Decoder {
    /// All of that name that stand beside each other.
    let elements: [Tree]

    /// Where they stand.
    let path: String
    let codingPath: [any CodingKey]
    let options: XMLDecoder

    /// The text of an attribute, in the place of an element.
    var attribute: String?

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ElementFields(element: try single(), decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        ElementList(decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ElementValue(decoder: self)
    }

    // MARK: Reading

    /// The only element.
    func single() throws -> Tree {
        guard attribute == nil else { throw failure("an attribute holds text alone") }
        guard let first = elements.first else { throw failure("the element is missing") }
        guard elements.count == 1 else { throw failure("there are \(elements.count) elements where one is expected") }
        return first
    }

    /// The text of the only element, or of the attribute.
    func text() throws -> String {
        if let attribute { return attribute }
        let element = try single()
        guard element.children.isEmpty else { throw failure("expected text, found elements") }
        return element.text
    }

    /// Whether there is nothing to read.
    var isNil: Bool { attribute == nil && elements.allSatisfy(\.isEmpty) && elements.count <= 1 }

    func value<Value: Decodable>(as type: Value.Type) throws -> Value {
        if type == Date.self {
            let text = try text().trimmed
            do {
                if let date = try options.dates(text) as? Value { return date }
            } catch {
                throw failure("expected a date, found \(XMLDecodingError.shown(text))")
            }
        }
        guard let type = type as? any XMLText.Type else { return try Value(from: self) }
        let text = try text()
        guard let value = type.init(xml: text) as? Value else {
            throw failure("expected \(Value.self), found \(XMLDecodingError.shown(text))")
        }
        return value
    }

    func failure(_ reason: String) -> XMLDecodingError {
        XMLDecodingError(path: path, reason: reason)
    }

    // MARK: Going further in

    /// A decoder of one of several elements.
    func at(_ index: Int) -> TreeDecoder {
        let place = elements.count > 1 ? "\(path)[\(index)]" : path
        return TreeDecoder(
            elements: [elements[index]], path: place, codingPath: codingPath + [Index(intValue: index)],
            options: options)
    }

    struct Index: CodingKey {
        let intValue: Int?
        var stringValue: String { "\(intValue ?? 0)" }

        init(intValue: Int) {
            self.intValue = intValue
        }

        init?(stringValue: String) {
            nil
        }
    }
}
