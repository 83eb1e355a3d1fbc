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
        let name = key.stringValue
        return name.isEmpty || name == "*" || hasField(name)
            || decoder.options.capitalizesKeys && hasField(name.capitalizedName)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        field(key).isNil
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try field(key).value(as: type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try field(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try field(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        decoder
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        field(key)
    }

    private func hasField(_ name: String) -> Bool {
        name.hasPrefix("@")
            ? element.attributes[String(name.dropFirst())] != nil : !element.children(named: name).isEmpty
    }

    private func field(_ key: Key) -> TreeDecoder {
        let usesKeyAsWritten = !decoder.options.capitalizesKeys || hasField(key.stringValue)
        let name = usesKeyAsWritten ? key.stringValue : key.stringValue.capitalizedName
        let path = "\(decoder.path)/\(name)"
        let codingPath = codingPath + [key]
        if name == "*" {
            // Wrap each child in a separate parent element, so that it decodes as the only child.
            let elements = element.children.map { child in
                let wrapper = Tree(name: element.name)
                wrapper.append(child)
                return wrapper
            }
            return TreeDecoder(elements: elements, path: path, codingPath: codingPath, options: decoder.options)
        }
        if name.isEmpty {
            let text = Tree(name: element.name)
            text.append(element.text)
            return TreeDecoder(elements: [text], path: decoder.path, codingPath: codingPath, options: decoder.options)
        }
        if name.hasPrefix("@") {
            return TreeDecoder(
                elements: [], path: path, codingPath: codingPath, options: decoder.options,
                attribute: element.attributes[String(name.dropFirst())])
        }
        return TreeDecoder(
            elements: element.children(named: name), path: path, codingPath: codingPath, options: decoder.options)
    }
}
