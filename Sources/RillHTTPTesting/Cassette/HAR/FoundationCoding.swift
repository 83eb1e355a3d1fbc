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

/// Base64 coding with byte arrays.
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }

    /// Decodes Base64.
    ///
    /// - Returns: The bytes, or `nil` if the text is not valid Base64.
    static func decode(_ text: String) -> [UInt8]? {
        Data(base64Encoded: text).map { [UInt8]($0) }
    }
}

/// The start times of exchanges, for people who read the file.
///
/// Start times are not used in playback.
enum Timestamp {
    /// The current time in UTC with milliseconds, for example `2026-11-21T06:48:03.123Z`.
    static var now: String {
        Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
