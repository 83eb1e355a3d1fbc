public import Foundation
public import RillHTTP

extension HTTPBody {
    /// Returns a JSON body with dates in Garage's format: `2014-11-05T07:24:56.126Z`.
    ///
    /// Servers also accept URL-encoded forms, which `HTTPBody.form` creates.
    ///
    /// - Parameter value: The value to encode.
    /// - Returns: A body of type `application/json`. If the value cannot be encoded, the request fails with the encoder's
    ///   error.
    public static func garage(_ value: some Encodable) -> HTTPBody {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .garage
        return .json(value, encoder: encoder)
    }
}

extension JSONEncoder.DateEncodingStrategy {
    /// Encodes dates in UTC with milliseconds: `2014-11-05T07:24:56.126Z`.
    ///
    /// Throws `EncodingError.invalidValue` for a date outside the years 1 to 9999.
    public static var garage: JSONEncoder.DateEncodingStrategy {
        .custom { date, encoder in
            var container = encoder.singleValueContainer()
            guard let text = MillisecondText.text(date) else {
                throw EncodingError.invalidValue(
                    date.timeIntervalSince1970,
                    EncodingError.Context(
                        codingPath: encoder.codingPath, debugDescription: "date is outside the years 1 to 9999"))
            }
            try container.encode(text)
        }
    }
}

/// Formats dates with milliseconds.
enum MillisecondText {
    /// The years 1 to 9999, in seconds since 1970.
    private static let years = -62_135_596_800.0..<253_402_300_800.0

    static func text(_ date: Date) -> String? {
        // Rounds to milliseconds first, so that 126 ms is not truncated to 125 ms.
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        let seconds = (milliseconds / 1_000).rounded(.down)
        guard years.contains(seconds) else { return nil }
        let text = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        let fraction = Int(milliseconds - seconds * 1_000)
        return "\(text.dropLast()).\(String(1_000 + fraction).dropFirst())Z"
    }
}
