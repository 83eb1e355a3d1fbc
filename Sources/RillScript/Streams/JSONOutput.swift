import Foundation
internal import RillSystem

/// Functions that encode output as JSON.
public enum JSONOutput: Sendable {
    /// Returns a JSON array with one value per line and a trailing line feed.
    ///
    /// - Parameter values: The values to encode.
    /// - Returns: The JSON text.
    /// - Throws: `EncodingError` if a value cannot be encoded.
    public static func text(of values: [some Encodable]) throws -> String {
        let lines = try values.map { "  " + (try line(of: $0)) }
        return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
    }

    /// Returns a value as one line of JSON with sorted keys and without a trailing line feed.
    ///
    /// - Parameter value: The value to encode.
    /// - Returns: The JSON text.
    /// - Throws: `EncodingError` if the value cannot be encoded.
    public static func line(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            let hasFraction = date.timeIntervalSince1970 != date.timeIntervalSince1970.rounded()
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)))
        }
        return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Returns JSON with escapes for characters that control a terminal, which JSON permits outside of ASCII.
    ///
    /// Such characters occur only in strings, because the encoder adds no white space.
    private static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: \.isDeceptive) else { return json }
        return json.unicodeScalars.map { scalar in
            guard scalar.isDeceptive else { return String(scalar) }
            return String(scalar).utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
        }
        .joined()
    }
}
