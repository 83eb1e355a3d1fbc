/// How a server may write a secret that it repeats.
enum SecretSpellings {
    /// The secret as it is, in JSON of several styles, in HTML, and as Python prints it.
    static func all(_ secret: String) -> Set<String> {
        guard !secret.utf8.allSatisfy(isPlain) else { return [secret] }
        let slashed = secret.replacing("\\", with: "\\\\")
        let quoted = slashed.replacing("\"", with: "\\\"")
        let escaped = escapedControls(quoted)
        return [
            secret, quoted, escaped, escaped.replacing("/", with: "\\/"), slashed.replacing("'", with: "\\'"),
            ascii(escaped, isUppercase: false), ascii(escaped, isUppercase: true),
            html(secret, apostrophe: "&#39;"), html(secret, apostrophe: "&#x27;"), html(secret, apostrophe: "'"),
        ]
    }

    /// Whether a byte is written in the same way everywhere.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "="), UInt8(ascii: " "), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    private static func escapedControls(_ text: String) -> String {
        text.replacing("\n", with: "\\n").replacing("\r", with: "\\r").replacing("\t", with: "\\t")
    }

    /// With everything that is not ASCII as the numbers of its UTF-16.
    private static func ascii(_ text: String, isUppercase: Bool) -> String {
        text.utf16.reduce(into: "") { result, unit in
            if unit < 0x80, let scalar = Unicode.Scalar(unit) {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(unit, radix: 16, uppercase: isUppercase)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }

    private static func html(_ text: String, apostrophe: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: apostrophe)
    }
}
