internal import Foundation

/// JSON coding with byte arrays.
enum JSONCoding {
    static func decode<Value: Decodable>(_ type: Value.Type, from text: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text))
    }

    static func encode(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union(.withoutEscapingSlashes)
        return try [UInt8](encoder.encode(value))
    }
}
