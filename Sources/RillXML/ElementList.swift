/// The sibling elements with the same name, as an unkeyed container.
struct ElementList: UnkeyedDecodingContainer {
    let decoder: TreeDecoder
    private(set) var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { decoder.elements.count }
    var isAtEnd: Bool { currentIndex >= decoder.elements.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, decoder.at(currentIndex).decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw decoder.failure("nested arrays cannot be represented in XML")
    }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> TreeDecoder {
        guard !isAtEnd else { throw decoder.failure("expected more elements, found only \(currentIndex)") }
        defer { currentIndex += 1 }
        return decoder.at(currentIndex)
    }
}
