internal import Foundation

/// A type, other than an integer type, whose values are represented by the text of an element or attribute.
protocol XMLText {
    /// Creates a value by parsing text. Returns `nil` if the text is invalid.
    init?(xml text: String)
}

extension String: XMLText {
    init?(xml text: String) {
        self = text
    }
}

extension Bool: XMLText {
    init?(xml text: String) {
        switch text.trimmed {
        case "true", "1": self = true
        case "false", "0": self = false
        default: return nil
        }
    }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
    init?(xml text: String) {
        switch text.trimmed {
        case "INF": self = .infinity
        case "-INF": self = -.infinity
        case "NaN": self = .nan
        case let number:
            // Exclude other spellings that Swift accepts, such as `infinity` and hexadecimal numbers.
            guard number.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }) else { return nil }
            self.init(number)
        }
    }
}

extension Double: XMLText {}
extension Float: XMLText {}

extension Decimal: XMLText {
    init?(xml text: String) {
        // `Decimal(string:)` ignores trailing characters that it cannot parse.
        guard Double(xml: text)?.isFinite == true else { return nil }
        self.init(string: text.trimmed, locale: Locale(identifier: "en_US_POSIX"))
    }
}

extension URL: XMLText {
    init?(xml text: String) {
        self.init(string: text.trimmed)
    }
}

/// Decodes Base64, ignoring whitespace such as line breaks.
extension Data: XMLText {
    init?(xml text: String) {
        self.init(base64Encoded: Data(text.utf8.filter { !" \t\r\n".utf8.contains($0) }))
    }
}

extension String {
    /// The text without leading and trailing XML whitespace.
    var trimmed: String { trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\n")) }

    /// The name with its first letter capitalized.
    ///
    /// A leading `@` is preserved.
    var capitalizedName: String {
        hasPrefix("@") ? "@" + String(dropFirst()).capitalizedName : prefix(1).uppercased() + dropFirst()
    }
}
