internal import Foundation

/// An element that is being written.
final class Branch {
    let name: String
    var attributes: [(name: String, value: String)] = []
    var children: [Branch] = []
    var text = ""

    init(name: String) {
        self.name = name
    }
}

/// The place of a value: an element that is made when the value turns out to be one, and not a list of several.
final class BranchSlot {
    let parent: Branch?
    let name: String
    private var made: Branch?

    /// A place in an element.
    init(in parent: Branch, name: String) {
        self.parent = parent
        self.name = name
    }

    /// The place that an element has already.
    init(of element: Branch) {
        parent = nil
        name = element.name
        made = element
    }

    var element: Branch {
        if let made { return made }
        let element = Branch(name: name)
        parent?.children.append(element)
        made = element
        return element
    }
}

/// Writes a value into its place.
struct TreeEncoder: Encoder {
    let slot: BranchSlot
    let codingPath: [any CodingKey]
    let options: XMLEncoder

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(BranchFields(element: slot.element, encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        BranchList(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        BranchValue(encoder: self)
    }

    func write(_ value: some Encodable) throws {
        if let text = text(of: value) {
            slot.element.text += text
        } else {
            try value.encode(to: self)
        }
    }

    /// What is written as text; nil for what is made of elements.
    func text(of value: any Encodable) -> String? {
        switch value {
        case let text as String: text
        case let date as Date: options.dates(date)
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

    private static func text(of number: Double, _ finite: String) -> String {
        if number.isFinite { return finite }
        return number.isNaN ? "NaN" : number < 0 ? "-INF" : "INF"
    }

    /// An encoder of what is further in.
    func further(_ slot: BranchSlot, _ key: (any CodingKey)? = nil) -> TreeEncoder {
        TreeEncoder(slot: slot, codingPath: codingPath + [key].compactMap(\.self), options: options)
    }

    func failure(_ reason: String) -> XMLEncodingError {
        let names = codingPath.map(\.stringValue)
        return XMLEncodingError(path: names.isEmpty ? slot.name : names.joined(separator: "/"), reason: reason)
    }
}
