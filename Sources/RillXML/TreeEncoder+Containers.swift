/// The keyed container of an element: its child elements, attributes, and text.
struct BranchFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let element: Branch
    let encoder: TreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil(forKey key: Key) throws {}

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let name = name(of: key)
        guard name.hasPrefix("@") else { return try nested(key).encode(value) }
        // Encode into a temporary element, so that types such as enumerations can encode their text.
        let temporary = Branch(name: name)
        try encoder.nested(BranchSlot(of: temporary), key).encode(value)
        guard temporary.children.isEmpty, temporary.attributes.isEmpty, temporary.failure == nil else {
            throw nested(key).failure("an attribute can contain only text")
        }
        if let text = temporary.text { element.attributes.append((String(name.dropFirst()), text)) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nested(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder }

    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func name(of key: Key) -> String {
        encoder.options.capitalizesKeys ? key.stringValue.capitalizedName : key.stringValue
    }

    private func nested(_ key: Key) -> TreeEncoder {
        let name = name(of: key)
        return encoder.nested(name.isEmpty ? BranchSlot(of: element) : BranchSlot(in: element, name: name), key)
    }
}

/// The elements of an array, which have the same name, or different names for the key `*`.
struct BranchList: UnkeyedEncodingContainer {
    let encoder: TreeEncoder
    private(set) var count = 0

    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() throws {}

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        guard isAny else { return try next().encode(value) }
        let next = next()
        let element = next.slot.element
        let (text, count) = (element.text, element.attributes.count)
        try next.encode(value)
        guard element.text == text, element.attributes.count == count else {
            throw encoder.failure("the key * needs an array of elements, not of text or attributes")
        }
    }

    /// Whether the elements have different names, which their own keys specify.
    private var isAny: Bool { encoder.slot.name == "*" }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { next() }

    private mutating func next() -> TreeEncoder {
        count += 1
        guard let parent = encoder.slot.parent, !encoder.isArrayElement else {
            encoder.slot.element.failure = encoder.failure(
                encoder.isArrayElement ? "an array cannot contain arrays" : "an array needs an enclosing element")
            return encoder
        }
        var next = encoder.nested(isAny ? BranchSlot(of: parent) : BranchSlot(in: parent, name: encoder.slot.name))
        next.isArrayElement = true
        return next
    }
}
