/// All elements of one name, one after the other.
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
        throw decoder.failure("a list of lists has no form in XML")
    }

    mutating func superDecoder() throws -> any Decoder {
        try next()
    }

    private mutating func next() throws -> TreeDecoder {
        guard !isAtEnd else { throw decoder.failure("there are only \(currentIndex) elements") }
        defer { currentIndex += 1 }
        return decoder.at(currentIndex)
    }
}

/// An element as one value.
struct ElementValue: SingleValueDecodingContainer {
    let decoder: TreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.isNil }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // A type that asks for itself would go round in circles.
        try decoder.value(as: type)
    }
}
