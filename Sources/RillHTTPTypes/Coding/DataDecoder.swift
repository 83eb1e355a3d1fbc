public import Foundation

/// A decoder of JSON data, such as Foundation's `JSONDecoder`.
///
/// Conform to this protocol to decode response bodies, key paths, and streamed elements in another way:
///
///     struct PrefixDecoder: DataDecoder {
///         let keyDecodingStrategy = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
///
///         func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
///             try JSONDecoder().decode(type, from: data.dropFirst(4))         // )]}'{"id": 1}
///         }
///     }
///     client.decoder = PrefixDecoder()
///
/// Error messages contain the path and the value found if the decoder throws a `DecodingError`.
public protocol DataDecoder: Sendable {
    /// The strategy for converting keys before they are matched with coding keys.
    ///
    /// Relates the keys in ``ResponseParser/json(at:)-(String)`` and in the coding paths of errors to the keys in the
    /// JSON.
    var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy { get }

    /// Decodes a value.
    ///
    /// The value must be decoded on the calling thread, before the method returns.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - data: The JSON document, encoded in UTF-8.
    /// - Returns: The decoded value.
    /// - Throws: An error if the data is not valid JSON or does not represent a value of the type.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: DataDecoder {}
