internal import Foundation

/// A value that is written as text.
protocol XMLText {
    /// Reads it; nil if the text is none.
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

extension FixedWidthInteger where Self: LosslessStringConvertible {
    init?(xml text: String) {
        self.init(text.trimmed)
    }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
    init?(xml text: String) {
        switch text.trimmed {
        case "INF": self = .infinity
        case "-INF": self = -.infinity
        case "NaN": self = .nan
        case let number:
            // Not the words that Swift knows besides.
            guard number.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }) else { return nil }
            self.init(number)
        }
    }
}

extension Int: XMLText {}
extension Int8: XMLText {}
extension Int16: XMLText {}
extension Int32: XMLText {}
extension Int64: XMLText {}
extension UInt: XMLText {}
extension UInt8: XMLText {}
extension UInt16: XMLText {}
extension UInt32: XMLText {}
extension UInt64: XMLText {}
extension Double: XMLText {}
extension Float: XMLText {}

extension Decimal: XMLText {
    init?(xml text: String) {
        // It would read what it can, and leave the rest.
        guard Double(xml: text)?.isFinite == true else { return nil }
        self.init(string: text.trimmed, locale: Locale(identifier: "en_US_POSIX"))
    }
}

extension URL: XMLText {
    init?(xml text: String) {
        self.init(string: text.trimmed)
    }
}

/// Base64, with line breaks or without.
extension Data: XMLText {
    init?(xml text: String) {
        self.init(base64Encoded: text, options: .ignoreUnknownCharacters)
    }
}

extension String {
    /// The text without the white space of XML around it.
    var trimmed: String { trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\n")) }
}

extension String {
    /// The name with a capital at its beginning, behind the sign of an attribute.
    var capitalizedName: String {
        hasPrefix("@") ? "@" + String(dropFirst()).capitalizedName : prefix(1).uppercased() + dropFirst()
    }
}
