/// A value of JSON, to be compared.
enum JSONValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Reads a text; nil if it is not JSON.
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

    /// The first place where a value is not this one, which was recorded, and what stands there; nil if it is.
    func difference(
        from asked: JSONValue, at path: String = ""
    ) -> (path: String, recorded: String, asked: String)? {
        switch (self, asked) {
        case (.object(let recorded), .object(let asked)):
            for name in Set(recorded.keys).union(asked.keys).sorted() {
                let place = path.isEmpty ? name : "\(path).\(name)"
                guard let member = recorded[name], let other = asked[name] else {
                    return (place, recorded[name]?.description ?? "nothing", asked[name]?.description ?? "nothing")
                }
                if let found = member.difference(from: other, at: place) { return found }
            }
            return nil
        case (.array(let recorded), .array(let asked)) where recorded.count == asked.count:
            for (index, (element, other)) in zip(recorded, asked).enumerated() {
                if let found = element.difference(from: other, at: "\(path)[\(index)]") { return found }
            }
            return nil
        default:
            return isEqual(to: asked) ? nil : (path, description, asked.description)
        }
    }

    /// Whether two values without members are the same.
    private func isEqual(to asked: JSONValue) -> Bool {
        switch (self, asked) {
        case (.string(let recorded), .string(let asked)): RedactedText.fits(recorded, asked)
        case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
            Double(integer) == number
        default: self == asked
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value, short.
    var description: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "\(integer)"
        case .number(let number): "\(number)"
        case .string(let string): Difference.quoted(string)
        case .array(let elements): "an array of \(elements.count)"
        case .object: "an object"
        }
    }
}
