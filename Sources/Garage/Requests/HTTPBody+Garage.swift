public import Foundation
public import RillHTTP

extension HTTPBody {
    /// Encodes a value as JSON, with dates as Garage writes them: `2014-11-05T07:24:56.126Z`.
    ///
    /// Forms are taken too: `HTTPBody.form`.
    ///
    /// - Parameter value: The value.
    /// - Returns: The body, of type `application/json`.
    /// - Throws: The encoder's error.
    public static func garage(_ value: some Encodable) throws -> HTTPBody {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .garage
        return try .json(value, encoder: encoder)
    }
}

extension JSONEncoder.DateEncodingStrategy {
    /// Writes dates in UTC, to the millisecond: `2014-11-05T07:24:56.126Z`.
    ///
    /// A date outside of the years 1 to 9999 is an `EncodingError.invalidValue`.
    public static var garage: JSONEncoder.DateEncodingStrategy {
        .custom { date, encoder in
            var container = encoder.singleValueContainer()
            guard let text = MillisecondText.text(date) else {
                throw EncodingError.invalidValue(
                    date.timeIntervalSince1970,
                    EncodingError.Context(
                        codingPath: encoder.codingPath, debugDescription: "the date is not in the years 1 to 9999"))
            }
            try container.encode(text)
        }
    }
}

/// Dates with three digits behind the second.
enum MillisecondText {
    static func text(_ date: Date) -> String? {
        // To the nearest millisecond first, or 126 could come out as 125.
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        let seconds = (milliseconds / 1_000).rounded(.down)
        guard let text = DateText.text(Date(timeIntervalSince1970: seconds)) else { return nil }
        let fraction = Int(milliseconds - seconds * 1_000)
        return "\(text.dropLast()).\(String(1_000 + fraction).dropFirst())Z"
    }
}
