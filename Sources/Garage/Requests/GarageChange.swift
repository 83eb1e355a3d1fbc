/// What becomes of a property in an update: it stays as it is, becomes null, or gets a value.
///
///     struct Draft: Encodable {
///         var title: GarageChange<String> = .unchanged        // not sent
///         var body: GarageChange<String> = .null              // "body": null
///         var tags: GarageChange<[String]> = .value(["a"])    // "tags": ["a"]
///     }
///
/// As a property of a body it is encoded so: an optional could not tell null from absent.
public enum GarageChange<Value: Sendable>: Sendable {
    /// The property is not sent.
    case unchanged

    /// The property is sent as null.
    case null

    /// The property is sent with a value.
    case value(Value)
}

extension GarageChange: Equatable where Value: Equatable {}
extension GarageChange: Hashable where Value: Hashable {}

extension GarageChange: Encodable where Value: Encodable {
    /// Writes the value; null where there is none, as by itself a value cannot be left out.
    ///
    /// - Parameter encoder: Takes the value.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .value(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension KeyedEncodingContainer {
    /// Writes a property as its change wants it: not at all, as null, or with a value.
    ///
    /// The encoding that the compiler makes for a type with such properties uses this too.
    ///
    /// - Parameters:
    ///   - change: What becomes of the property.
    ///   - key: The key of the property.
    /// - Throws: What the encoder throws.
    public mutating func encode<Value: Encodable>(_ change: GarageChange<Value>, forKey key: Key) throws {
        switch change {
        case .unchanged: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}
