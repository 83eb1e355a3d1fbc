/// A change to a property in an update: leave it unchanged, set it to null, or set it to a value.
///
///     struct Draft: Encodable {
///         var title: GarageChange<String> = .unchanged        // not sent
///         var body: GarageChange<String> = .null              // "body": null
///         var tags: GarageChange<[String]> = .value(["a"])    // "tags": ["a"]
///     }
///
/// Use it for the properties of a request body. An optional cannot distinguish `null` from an omitted property.
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
    /// Encodes the value.
    ///
    /// `unchanged` is encoded as `null`, because a single value cannot be omitted.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .value(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension KeyedEncodingContainer {
    /// Encodes a change: omits the property, encodes `null`, or encodes the value.
    ///
    /// Synthesized `encode(to:)` implementations also use this method.
    ///
    /// - Parameters:
    ///   - change: The change to the property.
    ///   - key: The key of the property.
    /// - Throws: Any error thrown by the encoder.
    public mutating func encode<Value: Encodable>(_ change: GarageChange<Value>, forKey key: Key) throws {
        switch change {
        case .unchanged: break
        case .null: try encodeNil(forKey: key)
        case .value(let value): try encode(value, forKey: key)
        }
    }
}
