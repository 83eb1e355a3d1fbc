/// A decoder for a single value.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let document: Document
    let index: Int

    var codingPath: [any CodingKey] { document.path(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard document.nodes[index].kind == .object else {
            throw document.mismatch([String: Any].self, "an object", at: index)
        }
        return KeyedDecodingContainer(KeyedContainer(document: document, index: index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard document.nodes[index].kind == .array else { throw document.mismatch([Any].self, "an array", at: index) }
        return UnkeyedContainer(document: document, array: index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
    func decodeNil() -> Bool { document.nodes[index].kind == .null }
    func decode(_: Bool.Type) throws -> Bool { try document.decodeBool(index) }
    func decode(_: String.Type) throws -> String { try document.decodeString(index) }
    func decode(_: Double.Type) throws -> Double { try document.decodeDouble(index) }
    func decode(_: Float.Type) throws -> Float { try document.decodeFloat(index) }
    // The default implementations for these two types, which throw errors, would replace the generic method.
    func decode(_ type: Int128.Type) throws -> Int128 { try document.decodeInteger(type, index) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try document.decodeInteger(type, index) }

    @inline(__always)
    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        try document.decodeInteger(type, index)
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try document.decode(type, index) }
}

/// A decoding container for a JSON object.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let document: Document
    let index: Int

    var codingPath: [any CodingKey] { document.path(to: index) }

    var allKeys: [Key] {
        var keys: [Key] = []
        var key = index + 1
        while key < document.nodes[index].next {
            let node = document.nodes[key]
            if node.kind == .string, let key = document.tape.text(node).flatMap(Key.init(stringValue:)) {
                keys.append(key)
            }
            key = document.tape.index(after: key + 1)
        }
        return keys
    }

    @inline(__always)
    private func value(_ key: Key) throws -> Int {
        guard let value = document.find(key.stringValue, in: index) else { throw document.missing(key, in: index) }
        return value
    }

    /// Returns the index of a key's value, or `nil` if the value is missing or null.
    @inline(__always)
    private func present(_ key: Key) -> Int? {
        document.find(key.stringValue, in: index).flatMap { document.nodes[$0].kind == .null ? nil : $0 }
    }

    private func decoder(_ key: Key) throws -> ValueDecoder { ValueDecoder(document: document, index: try value(key)) }

    func contains(_ key: Key) -> Bool { document.find(key.stringValue, in: index) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { document.nodes[try value(key)].kind == .null }
    func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try document.decodeBool(value(key)) }
    func decode(_: String.Type, forKey key: Key) throws -> String { try document.decodeString(value(key)) }
    func decode(_: Double.Type, forKey key: Key) throws -> Double { try document.decodeDouble(value(key)) }
    func decode(_: Float.Type, forKey key: Key) throws -> Float { try document.decodeFloat(value(key)) }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try document.decodeInteger(type, value(key)) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try document.decodeInteger(type, value(key))
    }

    @inline(__always)
    func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try document.decodeInteger(type, value(key))
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try document.decode(type, value(key))
    }

    // The default implementations would search for the key three times.
    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key).map { try document.decodeBool($0) }
    }
    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
        try present(key).map { try document.decodeString($0) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key).map { try document.decodeInteger(type, $0) }
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key).map { try document.decode(type, $0) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        if let value = document.find("super", in: index) { return ValueDecoder(document: document, index: value) }
        throw document.missing(PathKey(stringValue: "super"), in: index)
    }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

/// A decoding container for a JSON array.
struct UnkeyedContainer: UnkeyedDecodingContainer {
    let document: Document
    private let array: Int32
    private var next: Int32
    private(set) var currentIndex = 0

    init(document: Document, array: Int) {
        self.document = document
        self.array = Int32(truncatingIfNeeded: array)
        next = self.array + 1
    }

    var codingPath: [any CodingKey] { document.path(to: Int(array)) }
    var count: Int? { document.nodes[Int(array)].upper }
    var isAtEnd: Bool { Int(next) >= document.nodes[Int(array)].next }

    @inline(__always)
    private func element(_ type: any Any.Type) throws -> Int {
        if !isAtEnd { return Int(next) }
        let path = codingPath + [PathKey(intValue: currentIndex)]
        let text = "no more elements" + document.location(Int(array))
        throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: text))
    }

    @inline(__always)
    private mutating func advance(_ index: Int) {
        next = Int32(truncatingIfNeeded: document.tape.index(after: index))
        currentIndex += 1
    }

    @inline(__always)
    private mutating func read<Value>(_ type: Value.Type, _ body: (Document, Int) throws -> Value) throws -> Value {
        let index = try element(type)
        let value = try body(document, index)
        advance(index)
        return value
    }

    mutating func decodeNil() throws -> Bool {
        let index = try element(Any?.self)
        guard document.nodes[index].kind == .null else { return false }
        advance(index)
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try read(type) { try $0.decodeBool($1) } }
    mutating func decode(_ type: String.Type) throws -> String { try read(type) { try $0.decodeString($1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try read(type) { try $0.decodeDouble($1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try read(type) { try $0.decodeFloat($1) } }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try read(type) { try $0.decodeInteger(type, $1) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try read(type) { try $0.decodeInteger(type, $1) } }

    @inline(__always)
    mutating func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
        try read(type) { try $0.decodeInteger(type, $1) }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try read(type) { try $0.decode(type, $1) }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try read(KeyedDecodingContainer<Key>.self) {
            try ValueDecoder(document: $0, index: $1).container(keyedBy: type)
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try read((any UnkeyedDecodingContainer).self) { try ValueDecoder(document: $0, index: $1).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try read((any Decoder).self) { ValueDecoder(document: $0, index: $1) }
    }
}
