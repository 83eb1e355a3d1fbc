internal import Foundation

extension ResponseParser where Output: Decodable {
    /// Reads a value that lies deeper in the JSON.
    ///
    ///     var parser: ResponseParser<[Tag]> { .json(at: "data.items") }         // {"data": {"items": […]}}
    ///     var parser: ResponseParser<Tag> { .json(at: "result.0") }             // {"result": [{…}]}
    ///
    /// The JSON is parsed once, and what lies beside the path is not read. A number is the index of a list, or else a key.
    ///
    /// Keys are written as the server writes them. Where the decoder converts keys from snake case, they may also be written
    /// as it converts them; where it converts them in a way of its own, they have to be.
    ///
    /// What is missing on the way is told with the whole path: `data.items: missing`.
    ///
    /// - Parameter path: Keys and indices, with full stops between them; empty for the root.
    /// - Returns: The parser.
    public static func json(at path: String) -> ResponseParser {
        json(at: path.split(separator: ".").map(String.init))
    }

    /// Reads a value that lies deeper in the JSON, below keys in which there may be full stops.
    ///
    /// - Parameter path: Keys and indices, as for ``json(at:)-(String)``; empty for the root.
    /// - Returns: The parser.
    public static func json(at path: [String]) -> ResponseParser {
        ResponseParser(accept: "application/json") { _, body, decoder in
            let steps = path.map { PathStep($0, decoder.keyDecodingStrategy) }
            return try decoder.decode(Nested<Output>.self, from: body, configuration: steps).value
        }
    }
}

/// One step of a path, with the names that it may have in a decoder.
private struct PathStep: Sendable {
    /// The key, as it was written.
    let name: QueryKey

    /// The place in a list; nil if the step leads into an object in any case.
    let index: Int?

    private let converted: QueryKey?

    init(_ name: String, _ strategy: JSONDecoder.KeyDecodingStrategy) {
        self.name = QueryKey(stringValue: name)
        index = name.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(name) : nil
        if case .convertFromSnakeCase = strategy {
            converted = QueryKey(stringValue: Self.converted(name))
        } else {
            converted = nil
        }
    }

    /// The key of this step in an object; nil if there is none.
    func key(in object: KeyedDecodingContainer<QueryKey>) -> QueryKey? {
        [name, converted].compactMap(\.self).first { object.contains($0) }
    }

    /// A name as the decoder converts it: underscores at either end stay.
    private static func converted(_ name: String) -> String {
        let start = name.prefix { $0 == "_" }
        let end = name.dropFirst(start.count).reversed().prefix { $0 == "_" }
        let words = name.dropFirst(start.count).dropLast(end.count).split(separator: "_")
        guard let first = words.first, words.count > 1 else { return name }
        return start + first.lowercased() + words.dropFirst().map(\.capitalized).joined() + String(end)
    }
}

/// The value at the end of a path.
private struct Nested<Value: Decodable>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration path: [PathStep]) throws {
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
        // Not by a decoder of its own: only a container reads dates and data as the decoder was told to.
        value = try Self.enter(decoder, last) {
            try $0.decode(Value.self, forKey: $1)
        } list: {
            try $0.decode(Value.self)
        }
    }

    /// Goes one step down, in an object or in a list.
    private static func enter<Result>(
        _ decoder: any Decoder, _ step: PathStep,
        object: (KeyedDecodingContainer<QueryKey>, QueryKey) throws -> Result,
        list: (inout any UnkeyedDecodingContainer) throws -> Result
    ) throws -> Result {
        if let container = try? decoder.container(keyedBy: QueryKey.self) {
            guard let key = step.key(in: container) else { throw Self.missing(step.name, in: decoder) }
            return try object(container, key)
        }
        guard let index = step.index, var container = try? decoder.unkeyedContainer() else {
            let wanted: Any.Type = step.index == nil ? [String: Any].self : [Any].self
            throw DecodingError.typeMismatch(
                wanted, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "there is no way down"))
        }
        while container.currentIndex < index, !container.isAtEnd { _ = try container.decode(Skipped.self) }
        guard !container.isAtEnd else { throw Self.missing(QueryKey(index), in: decoder) }
        return try list(&container)
    }

    private static func missing(_ key: QueryKey, in decoder: any Decoder) -> DecodingError {
        .keyNotFound(
            key, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "there is no such value"))
    }
}

/// A value that is gone over.
private struct Skipped: Decodable {
    init(from decoder: any Decoder) {}
}
