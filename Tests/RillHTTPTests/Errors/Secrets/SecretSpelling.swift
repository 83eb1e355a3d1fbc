import Foundation
import Testing

/// A spelling in which a server can repeat a secret.
struct SecretSpelling: Sendable, CustomTestStringConvertible {
    let name: String

    /// Returns a secret in this spelling.
    let write: @Sendable (String) -> String

    var testDescription: String { name }
}

extension SecretSpelling {
    /// The spellings in which every known secret is found.
    static let promised: [SecretSpelling] = [
        SecretSpelling(name: "unchanged") { $0 },
        SecretSpelling(name: "percent-encoded") { percent($0, isUppercase: true) },
        SecretSpelling(name: "percent-encoded, lower case") { percent($0, isUppercase: false) },
        SecretSpelling(name: "form") { percent($0, isUppercase: true).replacing("%20", with: "+") },
        SecretSpelling(name: "Base64") { Data($0.utf8).base64EncodedString() },
        SecretSpelling(name: "Base64, one byte before") { Data("x\($0)".utf8).base64EncodedString() },
        SecretSpelling(name: "Base64, two bytes before") { Data("it\($0) is".utf8).base64EncodedString() },
        SecretSpelling(name: "Base64 for URLs") {
            Data("it\($0) is".utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        },
        SecretSpelling(name: "JSON") { json($0) },
        SecretSpelling(name: "JSON with slashes") { json($0).replacing("/", with: "\\/") },
        SecretSpelling(name: "JSON in ASCII") { unicode($0, isUppercase: false) },
        SecretSpelling(name: "JSON in ASCII, upper case") { unicode($0, isUppercase: true) },
    ]

    /// Spellings that are not searched for.
    static let unpromised: [SecretSpelling] = [
        SecretSpelling(name: "percent-encoded twice") { percent(percent($0, isUppercase: true), isUppercase: true) },
        SecretSpelling(name: "JSON in JSON") { json(json($0)) },
        SecretSpelling(name: "HTML") { html($0) { "&#\($0);" } },
        SecretSpelling(name: "Python") { $0.replacing("\\", with: "\\\\").replacing("'", with: "\\'") },
        SecretSpelling(name: "upper case") { $0.uppercased() },
        SecretSpelling(name: "hexadecimal") { $0.utf8.map { String($0, radix: 16) }.joined() },
    ]

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || 0x30...0x39 ~= scalar.value)
    }

    private static func percent(_ text: String, isUppercase: Bool) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            guard !isPlain(scalar) else { return String(scalar) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: isUppercase)
        }
        .joined()
    }

    private static func json(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    /// Escapes all characters except ASCII letters and digits as UTF-16 code units.
    private static func unicode(_ text: String, isUppercase: Bool) -> String {
        text.utf16.map { unit in
            if let scalar = Unicode.Scalar(unit), isPlain(scalar) { return String(scalar) }
            let digits = String(unit, radix: 16, uppercase: isUppercase)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        .joined()
    }

    private static func html(_ text: String, _ entity: (UInt32) -> String) -> String {
        text.unicodeScalars.map { isPlain($0) ? String($0) : entity($0.value) }.joined()
    }
}
