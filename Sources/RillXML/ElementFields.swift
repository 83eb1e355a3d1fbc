/// The keyed container of an element: its child elements, attributes, and text.
struct ElementFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let element: Tree
    let decoder: TreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        var known: Set<String> = []
        let names = element.children.map(\.name).filter { known.insert($0).inserted }
        return (names + element.attributes.keys.sorted().map { "@" + $0 }).compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool {
        let name = name(of: key)
        return name.isEmpty || name == "*" || hasField(name)
    }

    func decodeNil(forKey key: Key) throws -> Bool { field(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try field(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try field(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try field(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { field(key) }

    private func hasField(_ name: String) -> Bool {
        name.hasPrefix("@")
            ? element.attributes[String(name.dropFirst())] != nil : !element.children(named: name).isEmpty
    }

    /// Returns the name of the field for a key: the key itself, or its capitalized form if only that can match.
    private func name(of key: Key) -> String {
        let name = key.stringValue
        return decoder.options.capitalizesKeys && !hasField(name) ? name.capitalizedName : name
    }

    private func field(_ key: Key) -> TreeDecoder {
        let name = name(of: key)
        var elements: [Tree] = []
        var attribute: String?
        if name == "*" {
            // Wrap each child in a separate parent element, so that it decodes as the only child.
            elements = element.children.map { Tree(name: element.name, children: [$0]) }
        } else if name.isEmpty {
            elements = [Tree(name: element.name, text: element.text)]
        } else if name.hasPrefix("@") {
            attribute = element.attributes[String(name.dropFirst())]
        } else {
            elements = element.children(named: name)
        }
        return TreeDecoder(
            elements: elements, path: name.isEmpty ? decoder.path : "\(decoder.path)/\(name)",
            codingPath: codingPath + [key], options: decoder.options, attribute: attribute)
    }
}
