internal import RillSystem

/// The keyed container of a query encoder.
struct QueryProperties<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: QueryNode

    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil(forKey key: Key) throws {}

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try node.child(key).encode(value)
    }

    func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
        node.child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        node.child(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { node.child(AnyCodingKey("super")) }

    func superEncoder(forKey key: Key) -> any Encoder { node.child(key) }
}

/// The unkeyed container of a query encoder.
struct QueryList: UnkeyedEncodingContainer {
    let node: QueryNode
    private(set) var count = 0

    var codingPath: [any CodingKey] { node.codingPath }

    mutating func encodeNil() throws {
        try next().encodeNil()
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try next().encode(value)
    }

    mutating func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
        next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { next() }

    private mutating func next() -> QueryNode {
        defer { count += 1 }
        return node.element(count)
    }
}
