extension Document {
    @inline(never)
    func mismatch(_ type: any Any.Type, at index: Int) -> DecodingError {
        let found =
            switch nodes[index].kind {
            case .null: "null"
            case .bool: "a Boolean value"
            case .number, .longNumber: "a number"
            case .string, .escapedString: "a string"
            case .array: "an array"
            case .object: "an object"
            }
        let context = DecodingError.Context(
            codingPath: path(to: index), debugDescription: "expected \(type), found \(found)\(location(index))")
        return nodes[index].kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    @inline(never)
    func corrupted(_ text: String, at index: Int) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path(to: index), debugDescription: text + location(index)))
    }

    @inline(never)
    func missing(_ key: any CodingKey, in object: Int) -> DecodingError {
        let text = "no value for the key \(key.stringValue)\(location(object))"
        return .keyNotFound(key, .init(codingPath: path(to: object), debugDescription: text))
    }

    private func location(_ index: Int) -> String { tape.location(Int(nodes[index].start)) }

    /// Returns the keys and indices of the containers around a value.
    func path(to target: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var container = 0
        while container != target {
            var child = container + 1
            var number = 0
            let isObject = nodes[container].kind == .object
            while true {
                let value = isObject ? child + 1 : child
                let end = tape.index(after: value)
                if target < end {
                    path.append(
                        isObject ? PathKey(stringValue: tape.text(nodes[child]) ?? "") : PathKey(intValue: number))
                    container = value
                    break
                }
                child = end
                number += 1
            }
        }
        return path
    }
}

/// A component of a coding path.
struct PathKey: CodingKey {
    var stringValue: String
    var intValue: Int?

    init(stringValue: String) { self.stringValue = stringValue }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}
