/// A JSON value for comparison.
enum JSONValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Parses a text.
    ///
    /// Returns `nil` if it is not valid JSON.
    init?(_ text: [UInt8]) {
        guard let value = try? JSONCoding.decode(JSONValue.self, from: text) else { return nil }
        self = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let object = try? container.decode([String: JSONValue].self) {
            self = .object(object)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if container.decodeNil() {
            self = .null
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    /// Returns the path and both values of the first difference between this recorded value and a requested value, or
    /// `nil` if they are equal.
    func difference(
        from requested: JSONValue, at path: String = ""
    ) -> (path: String, recorded: String, requested: String)? {
        switch (self, requested) {
        case (.object(let recorded), .object(let requested)):
            for name in Set(recorded.keys).union(requested.keys).sorted() {
                let memberPath = path.isEmpty ? name : "\(path).\(name)"
                guard let member = recorded[name], let other = requested[name] else {
                    return (
                        memberPath, recorded[name]?.description ?? "nothing", requested[name]?.description ?? "nothing"
                    )
                }
                if let found = member.difference(from: other, at: memberPath) { return found }
            }
            return nil
        case (.array(let recorded), .array(let requested)) where recorded.count == requested.count:
            for (index, (element, other)) in zip(recorded, requested).enumerated() {
                if let found = element.difference(from: other, at: "\(path)[\(index)]") { return found }
            }
            return nil
        default:
            return isEqual(to: requested) ? nil : (path, description, requested.description)
        }
    }

    /// Compares two values without members.
    private func isEqual(to requested: JSONValue) -> Bool {
        switch (self, requested) {
        case (.string(let recorded), .string(let requested)): RedactedText.matches(recorded, requested)
        case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
            Double(integer) == number
        default: self == requested
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// A short description of the value.
    var description: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .string(let string): Difference.quoted(string)
        case .array(let elements): "an array with count \(elements.count)"
        case .object: "an object"
        }
    }
}
