public import Foundation

/// A JSON value whose structure is not known at compile time.
///
///     var draft: JSONValue = ["title": "Rill", "tags": ["swift", nil], "private": false]
///     let created = client.send(Endpoint<JSONValue>("/items", method: .post, body: .json(draft)))
///     created.subscribe(onNext: { print($0["id"]?.stringValue ?? "no identifier") })
///
/// Values are read and changed with subscripts and optional chaining, which never trap:
///
///     draft["tags"]?[0] = "swift-6"
///     draft["private"] = nil
///
/// For requests and responses with a known structure, define types that conform to `Codable`.
///
/// Decoding fails if the document has more than 64 levels of nesting.
public enum JSONValue: Sendable, Hashable {
    /// The value `null`.
    case null

    /// `true` or `false`.
    case bool(Bool)

    /// A number that the decoder can represent as an `Int`.
    ///
    /// An integer is equal to a ``number(_:)`` with the same value.
    case integer(Int)

    /// Any other number whose digits a `Double` keeps. A number that is not finite is encoded as `null`.
    case number(Double)

    /// A number with more digits than a `Double` keeps, such as a 64-bit unsigned identifier or an amount of money.
    ///
    /// Decoding keeps up to 38 digits. Numbers beyond 10¹²⁷ are decoded as a ``number(_:)``. A decimal number is equal to
    /// an ``integer(_:)`` or a ``number(_:)`` with the same digits.
    case decimal(Decimal)

    /// A string.
    case string(String)

    /// A list of values.
    case array([JSONValue])

    /// Values by key. ``description`` and ``HTTPBody/json(_:)`` write the keys in alphabetical order.
    case object([String: JSONValue])

    /// The value of a key, or `nil` if the value is not an object or does not contain the key.
    ///
    /// Setting a value adds or replaces it, and setting `nil` removes the key. To set a key to `null`, use ``null``. Setting
    /// the key of a value that is not an object has no effect.
    ///
    ///     draft["title"] = "Rill 1.0"
    ///     draft["author"]?["name"] = nil        // no effect if there is no author
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, which is ``null`` if the object contains the key with `null`.
    public subscript(key: String) -> JSONValue? {
        get { if case .object(let values) = self { values[key] } else { nil } }
        // A setter would copy the nested containers of `draft["author"]?["name"] = …`.
        _modify {
            guard case .object(var values) = self else {
                var none: JSONValue?
                yield &none
                return
            }
            self = .null  // releases the second reference, which would cause a copy
            defer { self = .object(values) }
            yield &values[key]
        }
    }

    /// The element at an index, or `nil` if the value is not an array or the index is out of bounds.
    ///
    /// Setting a value replaces the element, and setting `nil` removes it. Setting an element that does not exist has no
    /// effect.
    ///
    /// - Parameter index: The index, starting at 0.
    /// - Returns: The element.
    public subscript(index: Int) -> JSONValue? {
        get { if case .array(let values) = self, values.indices.contains(index) { values[index] } else { nil } }
        _modify {
            var value = self[index]
            if case .array(var values) = self, value != nil {
                self = .null  // releases the second references, which would cause a copy
                values[index] = .null
                defer {
                    if let value { values[index] = value } else { values.remove(at: index) }
                    self = .array(values)
                }
                yield &value
            } else {
                yield &value
            }
        }
    }

    /// The Boolean value, or `nil` if the value is not a Boolean.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, or `nil` if the value is not a number that fits an `Int` exactly.
    public var intValue: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        case .decimal(let value): Int("\(value)")
        default: nil
        }
    }

    /// The number with all digits, or `nil` if the value is not a number or out of the range of `Decimal`.
    public var decimalValue: Decimal? {
        switch self {
        case .integer(let value): Decimal(value)
        case .number(let value): Self.decimal(value)
        case .decimal(let value): value
        default: nil
        }
    }

    /// The number, or `nil` if the value is not a number.
    ///
    /// Integers and decimal numbers are rounded to the nearest `Double`.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .decimal(let value): Double("\(value)")
        default: nil
        }
    }

    /// The string, or `nil` if the value is not a string.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, or `nil` if the value is not an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The values by key, or `nil` if the value is not an object.
    public var objectValue: [String: JSONValue]? {
        if case .object(let value) = self { value } else { nil }
    }
}

extension JSONValue {
    /// Returns whether two values are equal.
    ///
    /// Numbers are compared by their digits: `1` is equal to `1.0`.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
            Int(exactly: number) == integer
        case (.decimal(let left), .decimal(let right)): left == right
        case (.decimal, .integer), (.decimal, .number), (.integer, .decimal), (.number, .decimal):
            left.decimalValue == right.decimalValue
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes the value.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .number(let value):
            if let integer = Int(exactly: value) { hasher.combine(integer) } else { hasher.combine(value) }
        case .decimal(let value):
            // Equal to the integer or the `Double` with the same digits.
            if let integer = intValue {
                hasher.combine(integer)
            } else if let number = doubleValue, Self.decimal(number) == value {
                hasher.combine(number)
            } else {
                hasher.combine(value)
            }
        case .string(let value): hasher.combine(value)
        case .array(let values): hasher.combine(values)
        case .object(let values): hasher.combine(values)
        }
    }
}

extension JSONValue: Codable {
    /// The maximum number of nested arrays and objects, including the containers of types that contain the value.
    ///
    /// Decoders use up to 6 KiB of stack for each level, and threads have a stack of 512 KiB on Apple platforms.
    private static let maximumDepth = 64

    /// Decodes any JSON value.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if the input contains a value that JSON cannot represent, such as an invalid string, or if
    ///   the document has more than 64 levels of nesting.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try Self.attempt({ try container.decode(String.self) }) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try Self.attempt({ try container.decode(Double.self) }) {
            self = Self.number(value, try? container.decode(Decimal.self))
        } else {
            self = try Self.list(from: decoder)
        }
    }

    /// Returns a number that a decoder has read as a `Double`, and as a `Decimal` if it is in its range.
    private static func number(_ value: Double, _ decimal: Decimal?) -> JSONValue {
        // A number out of the range of `Decimal` can be decoded as another one, such as zero.
        guard let decimal, decimal != Self.decimal(value), Double("\(decimal)") == value else { return .number(value) }
        return .decimal(decimal)
    }

    /// Returns the integer, or the decimal number with the shortest digits that identify a `Double`, or `nil` if it is out
    /// of range.
    private static func decimal(_ value: Double) -> Decimal? {
        guard value.isFinite else { return nil }
        return Int(exactly: value).map { Decimal($0) } ?? Decimal(string: "\(value)")
    }

    /// Decodes an array or an object.
    private static func list(from decoder: any Decoder) throws -> JSONValue {
        // Only containers have this check, because decoders create the path each time.
        let path = decoder.codingPath
        guard path.count < maximumDepth else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: path, debugDescription: "more than \(maximumDepth) nested arrays and objects"))
        }
        if (try? decoder.unkeyedContainer()) != nil { return .array(try [JSONValue](from: decoder)) }
        return .object(try decoder.singleValueContainer().decode([String: JSONValue].self))
    }

    /// Returns `nil` if the value has another type.
    private static func attempt<Value>(_ decode: () throws -> Value) throws -> Value? {
        do {
            return try decode()
        } catch DecodingError.typeMismatch {
            return nil
        }
    }

    /// Encodes the value.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try value.isFinite ? container.encode(value) : container.encodeNil()
        case .decimal(let value): try value.isFinite ? container.encode(value) : container.encodeNil()
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }
}
