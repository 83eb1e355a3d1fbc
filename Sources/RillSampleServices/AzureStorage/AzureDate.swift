internal import Foundation
internal import RillHTTP

/// The dates of shared access signatures and stored access policies.
enum AzureDate {
    /// Parses a date in one of the formats of the service, in which seconds and the time are optional.
    static func parse(_ text: String) -> Date? {
        guard let match = text.wholeMatch(of: #/\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,7})?)?Z)?/#) else {
            return nil
        }
        let whole =
            match.output.1 == nil ? "\(text)T00:00:00Z" : match.output.2 == nil ? "\(text.dropLast()):00Z" : text
        return try? DateText.parse(whole, timeZone: .gmt)
    }
}
