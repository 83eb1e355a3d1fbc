import Foundation

/// Values as JSON, with the keys of the service.
package enum JSONOutput {
    /// One array, a value to a line, with a line feed at its end.
    ///
    /// - Parameter values: What to write.
    /// - Returns: The text.
    /// - Throws: Why a value has no JSON.
    package static func text(of values: [some Encodable]) throws -> String {
        let lines = try values.map { "  " + (try line(of: $0)) }
        return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
    }

    /// One value in one line, without a line feed, its keys in the order of the alphabet.
    ///
    /// - Parameter value: What to write.
    /// - Returns: The text.
    /// - Throws: Why it has no JSON.
    package static func line(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            let hasFraction = date.timeIntervalSince1970 != date.timeIntervalSince1970.rounded()
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)))
        }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
