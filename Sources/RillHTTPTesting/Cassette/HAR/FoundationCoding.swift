internal import Foundation

/// JSON as bytes.
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

/// Bytes as text.
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// The bytes; nil if the text is not Base64.
    static func decode(_ text: String) -> [UInt8]? {
        Data(base64Encoded: text).map { [UInt8]($0) }
    }
}

/// The time of day, which only a person looks at.
enum Timestamp {
    /// Now, in UTC, with milliseconds: `2026-11-21T06:48:03.123Z`.
    static var now: String {
        Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
