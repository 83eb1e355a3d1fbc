internal import Foundation

/// Any JSON: what the sample of ConoHa reads and writes.
indirect enum ConoHaJSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Int)
    case text(String)
    case list([ConoHaJSON])
    case object([String: ConoHaJSON])

    subscript(name: String) -> ConoHaJSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var list: [ConoHaJSON]? {
        if case .list(let list) = self { list } else { nil }
    }

    /// The same object with more members; what is nil is left out.
    func adding(_ name: String, _ value: ConoHaJSON?) -> ConoHaJSON {
        guard case .object(var members) = self, let value else { return self }
        members[name] = value
        return .object(members)
    }
}

extension ConoHaJSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    init(stringLiteral value: String) {
        self = .text(value)
    }

    init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    init(integerLiteral value: Int) {
        self = .number(value)
    }

    init(arrayLiteral elements: ConoHaJSON...) {
        self = .list(elements)
    }

    init(dictionaryLiteral elements: (String, ConoHaJSON)...) {
        self = .object(Dictionary(elements) { $1 })
    }

    init(nilLiteral: ()) {
        self = .null
    }
}

extension ConoHaJSON: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([ConoHaJSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: ConoHaJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
