public import Foundation

extension JSONValue {
    /// Converts an encodable value to JSON.
    ///
    ///     draft["author"] = try JSONValue(encoding: author)
    ///
    /// Numbers keep up to 38 digits.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: The JSON encoder. Defaults to an encoder with the default strategies.
    /// - Throws: The encoder's error, or `DecodingError` if the value has more than 64 levels of nesting.
    public init(encoding value: some Encodable, encoder: JSONEncoder = JSONEncoder()) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: encoder.encode(value))
    }
}
