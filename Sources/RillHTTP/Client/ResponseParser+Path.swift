internal import Foundation
internal import RillHTTPTypes
internal import RillSystem

extension ResponseParser where Output: Decodable {
    /// Returns a parser that decodes a value nested in the JSON.
    ///
    ///     var parser: ResponseParser<[Tag]> { .json(at: "data.items") }         // {"data": {"items": […]}}
    ///     var parser: ResponseParser<Tag> { .json(at: "result.0") }             // {"result": [{…}]}
    ///
    /// The JSON is parsed once, and values outside of the path are not decoded. A number is an index if the value is an
    /// array, or a key otherwise.
    ///
    /// Write the keys as the server sends them. If the decoder converts keys from snake case, the converted keys are
    /// also accepted. If it uses a custom conversion, only the converted keys are accepted.
    ///
    /// The error for a missing value contains the whole path: `data.items: missing`.
    ///
    /// - Parameter path: The keys and indices, separated by periods. An empty path is the root.
    /// - Returns: The parser.
    public static func json(at path: String) -> ResponseParser {
        json(at: path.split(separator: ".").map(String.init))
    }

    /// Decodes a value that is nested in the JSON at a path whose keys can contain periods.
    ///
    /// - Parameter path: The keys and indices, as in ``json(at:)-(String)``. An empty path is the root.
    /// - Returns: The parser.
    public static func json(at path: [String]) -> ResponseParser {
        ResponseParser(accept: "application/json") { _, body, decoder in
            try decoder.decode(Output.self, at: path, from: body)
        }
    }
}

extension DataDecoder {
    /// Decodes the value at a path of keys and indices.
    func decode<Value: Decodable>(_ type: Value.Type, at path: [String], from data: Data) throws -> Value {
        if path.isEmpty { return try decode(type, from: data) }
        return try DecodingPath.$steps.withValue(path.map { PathStep($0, keyDecodingStrategy) }) {
            try decode(Nested<Value>.self, from: data).value
        }
    }
}

private enum DecodingPath {
    /// The path of the value that is being decoded.
    ///
    /// A task-local value, because a ``DataDecoder`` accepts neither user info nor a configuration.
    @TaskLocal static var steps: [PathStep] = []
}

/// One component of a path, with the names that it can have in a decoder.
private struct PathStep: Sendable {
    /// The key as written in the path.
    let name: AnyCodingKey

    /// The array index, or `nil` if the component can only be an object key.
    let index: Int?

    private var converted: AnyCodingKey?

    init(_ name: String, _ strategy: JSONDecoder.KeyDecodingStrategy) {
        self.name = AnyCodingKey(name)
        index = name.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(name) : nil
        if case .convertFromSnakeCase = strategy { converted = AnyCodingKey(SnakeCase.decode(name)) }
    }

    /// Returns the key of this component that the object contains, or `nil` if it contains none.
    func key(in object: KeyedDecodingContainer<AnyCodingKey>) -> AnyCodingKey? {
        [name, converted].compactMap(\.self).first { object.contains($0) }
    }
}

/// The value at a path.
private struct Nested<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        let path = DecodingPath.steps
        guard let last = path.last else {
            value = try decoder.singleValueContainer().decode(Value.self)
            return
        }
        var decoder = decoder
        for step in path.dropLast() {
            decoder = try Self.enter(decoder, step) {
                try $0.superDecoder(forKey: $1)
            } list: {
                try $0.superDecoder()
            }
        }
        // Decode from the container: a nested decoder would ignore the date and data decoding strategies.
        value = try Self.enter(decoder, last) {
            try $0.decode(Value.self, forKey: $1)
        } list: {
            try $0.decode(Value.self)
        }
    }

    /// Enters the value of one path component in an object or an array.
    private static func enter<Result>(
        _ decoder: any Decoder, _ step: PathStep,
        object: (KeyedDecodingContainer<AnyCodingKey>, AnyCodingKey) throws -> Result,
        list: (inout any UnkeyedDecodingContainer) throws -> Result
    ) throws -> Result {
        if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
            guard let key = step.key(in: container) else { throw Self.missing(step.name, in: decoder) }
            return try object(container, key)
        }
        guard let index = step.index, var container = try? decoder.unkeyedContainer() else {
            let expected: Any.Type = step.index == nil ? [String: Any].self : [Any].self
            let text = "no nested container at this key path"
            throw DecodingError.typeMismatch(
                expected, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: text))
        }
        try container.skip(to: index)
        guard !container.isAtEnd else { throw Self.missing(AnyCodingKey(index), in: decoder) }
        return try list(&container)
    }

    private static func missing(_ key: AnyCodingKey, in decoder: any Decoder) -> DecodingError {
        .keyNotFound(
            key, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no value at this key path"))
    }
}
