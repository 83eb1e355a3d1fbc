/// The sibling elements with the same name, as an unkeyed container.
struct ElementList: UnkeyedDecodingContainer {
    private let decoder: TreeDecoder
    private(set) var currentIndex = 0

    init(decoder: TreeDecoder) {
        self.decoder = decoder
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { decoder.elements.count }
    var isAtEnd: Bool { currentIndex >= decoder.elements.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, decoder.at(currentIndex).isNil else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next().value(as: type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw decoder.failure("nested arrays cannot be represented in XML")
    }

    mutating func superDecoder() throws -> any Decoder {
        try next()
    }

    private mutating func next() throws -> TreeDecoder {
        guard !isAtEnd else { throw decoder.failure("expected more elements, found only \(currentIndex)") }
        defer { currentIndex += 1 }
        return decoder.at(currentIndex)
    }
}

/// An element that is decoded as a single value.
struct ElementValue: SingleValueDecodingContainer {
    let decoder: TreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.isNil }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // `Value(from: decoder)` would recurse infinitely for types such as `String`.
        try decoder.value(as: type)
    }
}
