internal import Foundation

/// What is in an element, by name.
struct BranchFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let element: Branch
    let encoder: TreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil(forKey key: Key) throws {}

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let name = name(of: key)
        guard name.hasPrefix("@") else { return try further(key).write(value) }
        // As an element of its own, so that an enumeration finds its way to its text.
        let alone = Branch(name: name)
        try encoder.further(BranchSlot(of: alone), key).write(value)
        guard alone.children.isEmpty, alone.attributes.isEmpty else {
            throw further(key).failure("an attribute holds text alone")
        }
        element.attributes.append((String(name.dropFirst()), alone.text))
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        further(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        further(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        encoder
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
        further(key)
    }

    private func name(of key: Key) -> String {
        encoder.options.capitalizesKeys ? key.stringValue.capitalizedName : key.stringValue
    }

    private func further(_ key: Key) -> TreeEncoder {
        let name = name(of: key)
        return encoder.further(name.isEmpty ? BranchSlot(of: element) : BranchSlot(in: element, name: name), key)
    }
}

/// Several elements of one name, or, under `*`, of several.
struct BranchList: UnkeyedEncodingContainer {
    private let encoder: TreeEncoder
    private(set) var count = 0

    init(encoder: TreeEncoder) {
        self.encoder = encoder
    }

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() throws {}

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        guard let parent = encoder.slot.parent else {
            throw encoder.failure("a list has no form in XML unless something holds it")
        }
        count += 1
        let isAny = encoder.slot.name == "*"
        let slot = isAny ? BranchSlot(of: parent) : BranchSlot(in: parent, name: encoder.slot.name)
        try encoder.further(slot).write(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        next().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        next()
    }

    private mutating func next() -> TreeEncoder {
        count += 1
        guard let parent = encoder.slot.parent else { return encoder }
        return encoder.further(BranchSlot(in: parent, name: encoder.slot.name))
    }
}

/// An element as one value.
struct BranchValue: SingleValueEncodingContainer {
    let encoder: TreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() throws {}

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try encoder.write(value)
    }
}
