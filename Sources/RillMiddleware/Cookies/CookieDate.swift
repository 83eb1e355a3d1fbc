internal import Foundation
internal import RillHTTP

/// Parsing of the `Expires` attribute, which is more tolerant than the dates of other header fields.
///
/// - SeeAlso: RFC 6265bis, 5.1.1.
enum CookieDate {
    /// Returns the time in seconds since 1970, or `nil` if the text is not a date.
    static func parse(_ text: String) -> Int? {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = self.time(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = self.month(token) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if 70...99 ~= year { year += 1_900 } else if 0...69 ~= year { year += 2_000 }
        let components = DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: year, month: month, day: day,
            hour: time.hour, minute: time.minute, second: time.second)
        guard year >= 1_601, time.hour < 24, time.minute < 60, time.second < 60, components.isValidDate else {
            return nil
        }
        return components.date.map { Int($0.timeIntervalSince1970) }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    /// Parses a number that is followed by anything except a digit.
    private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        let number = token.prefix(while: isDigit)
        guard digits ~= number.count else { return nil }
        return number.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Parses `08:49:37`, followed by anything except a digit.
    private static func time(_ token: Substring.UTF8View) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit),
            let hour = number(parts[0], digits: 1...2), let minute = number(parts[1], digits: 1...2),
            let second = number(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    /// Parses the first three letters of a month.
    private static func month(_ token: Substring.UTF8View) -> Int? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        let beginning = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
        return names.firstIndex(of: beginning).map { $0 + 1 }
    }
}
