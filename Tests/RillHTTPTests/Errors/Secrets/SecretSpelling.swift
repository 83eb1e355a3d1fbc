import Foundation
import Testing

/// A spelling in which a server can repeat a secret.
struct SecretSpelling: Sendable, CustomTestStringConvertible {
    let name: String

    /// Whether every secret in a promised place is found in this spelling: unchanged, percent-encoded, in Base64 at any
    /// offset, or escaped in JSON.
    var isPromised = false

    /// Returns a secret in this spelling.
    let write: @Sendable (String) -> String

    var testDescription: String { name }
}

extension SecretSpelling {
    static let all: [SecretSpelling] = [
        SecretSpelling(name: "unchanged", isPromised: true) { $0 },
        SecretSpelling(name: "percent-encoded", isPromised: true) { percent($0, isUppercase: true) },
        SecretSpelling(name: "percent-encoded, lower case", isPromised: true) { percent($0, isUppercase: false) },
        SecretSpelling(name: "percent-encoded twice") { percent(percent($0, isUppercase: true), isUppercase: true) },
        SecretSpelling(name: "form") { percent($0, isUppercase: true).replacing("%20", with: "+") },
        SecretSpelling(name: "Base64", isPromised: true) { Data($0.utf8).base64EncodedString() },
        SecretSpelling(name: "Base64, one byte before", isPromised: true) { Data("x\($0)".utf8).base64EncodedString() },
        SecretSpelling(name: "Base64, two bytes before", isPromised: true) {
            Data("it\($0) is".utf8).base64EncodedString()
        },
        SecretSpelling(name: "Base64 for URLs", isPromised: true) {
            Data("it\($0) is".utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        },
        SecretSpelling(name: "JSON", isPromised: true) { json($0) },
        SecretSpelling(name: "JSON with slashes", isPromised: true) { json($0).replacing("/", with: "\\/") },
        SecretSpelling(name: "JSON in JSON") { json(json($0)) },
        SecretSpelling(name: "JSON in JSON in JSON") { json(json(json($0))) },
        SecretSpelling(name: "JSON in ASCII", isPromised: true) { unicode($0, isUppercase: false) },
        SecretSpelling(name: "JSON in ASCII, upper case", isPromised: true) { unicode($0, isUppercase: true) },
        SecretSpelling(name: "HTML, decimal with zeros") { html($0) { "&#0\($0);" } },
        SecretSpelling(name: "HTML, hexadecimal") { html($0) { "&#x\(String($0, radix: 16));" } },
        SecretSpelling(name: "HTML, hexadecimal, upper case") {
            html($0) { "&#X\(String($0, radix: 16, uppercase: true));" }
        },
        SecretSpelling(name: "HTML, named") { named($0) },
        SecretSpelling(name: "HTML in JSON") { json(named($0)) },
        SecretSpelling(name: "Python") { $0.replacing("\\", with: "\\\\").replacing("'", with: "\\'") },
        SecretSpelling(name: "percent-encoded in HTML") { named("?q=\(percent($0, isUppercase: true))&") },
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

    private static func named(_ text: String) -> String {
        let names: [Character: String] = [
            "&": "amp", "<": "lt", ">": "gt", "\"": "quot", "'": "apos", "é": "eacute",
        ]
        return text.map { character in names[character].map { "&\($0);" } ?? String(character) }.joined()
    }
}
