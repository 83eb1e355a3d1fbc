internal import Foundation

/// An element under construction.
final class Branch {
    let name: String
    var attributes: [(name: String, value: String)] = []
    var children: [Branch] = []

    /// The text, or `nil` if none has been encoded.
    var text: String?

    /// The reason why the element cannot be written, for containers that cannot throw.
    var failure: XMLEncodingError?

    init(name: String) {
        self.name = name
    }
}

/// The position of a value in the tree.
///
/// The element is created when it is first needed, because an array creates one element in the slot for each of its
/// elements.
final class BranchSlot {
    let parent: Branch?
    let name: String
    private var created: Branch?

    /// Creates a slot for a new child of an element.
    init(in parent: Branch, name: String) {
        self.parent = parent
        self.name = name
    }

    /// Creates a slot for an existing element.
    init(of element: Branch) {
        parent = nil
        name = element.name
        created = element
    }

    var element: Branch {
        if let created { return created }
        let element = Branch(name: name)
        parent?.children.append(element)
        created = element
        return element
    }
}

/// Encodes a value into its slot.
struct TreeEncoder: Encoder, SingleValueEncodingContainer {
    let slot: BranchSlot
    let codingPath: [any CodingKey]
    let options: XMLEncoder

    /// Whether the value is an element of an array.
    var isArrayElement = false

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(BranchFields(element: slot.element, encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { BranchList(encoder: self) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws {}

    func encode<Value: Encodable>(_ value: Value) throws {
        if let text = try text(of: value) {
            slot.element.text = (slot.element.text ?? "") + text
        } else {
            try value.encode(to: self)
        }
    }

    /// Returns the text that represents a value, or `nil` if the value encodes itself with containers.
    func text(of value: any Encodable) throws -> String? {
        switch value {
        case let text as String: text
        case let date as Date: try dateText(date)
        case let data as Data: data.base64EncodedString()
        case let url as URL: url.absoluteString
        case let number as Double: Self.text(of: number, "\(number)")
        case let number as Float: Self.text(of: Double(number), "\(number)")
        case let number as Decimal: "\(number)"
        case let flag as Bool: flag ? "true" : "false"
        case let number as any FixedWidthInteger: "\(number)"
        default: nil
        }
    }

    private func dateText(_ date: Date) throws -> String {
        do { return try options.dates(date) } catch { throw failure("the date cannot be encoded") }
    }

    private static func text(of number: Double, _ finite: String) -> String {
        if number.isFinite { return finite }
        return number.isNaN ? "NaN" : number < 0 ? "-INF" : "INF"
    }

    /// Returns an encoder for a nested value.
    func nested(_ slot: BranchSlot, _ key: (any CodingKey)? = nil) -> TreeEncoder {
        TreeEncoder(slot: slot, codingPath: codingPath + [key].compactMap(\.self), options: options)
    }

    func failure(_ reason: String) -> XMLEncodingError {
        let names = codingPath.map(\.stringValue)
        return XMLEncodingError(path: names.isEmpty ? slot.name : names.joined(separator: "/"), reason: reason)
    }
}
