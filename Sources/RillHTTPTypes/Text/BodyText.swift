package import Foundation
internal import RillSystem

/// Formats the beginning of a body for error messages.
package enum BodyText {
    /// The number of bytes at the beginning of a body that are searched for secrets before the text is truncated.
    package static let window = 64 * 1024

    /// The maximum number of bytes of a body's text in an error.
    package static let limit = 1_024

    /// Returns the beginning of a body with secrets redacted and deceptive characters replaced, truncated at a character
    /// boundary.
    ///
    /// The first bytes of a body that is not text are written in hexadecimal, unless the body may contain a secret.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - type: The value of the `Content-Type` header field, or `nil` if there is none.
    ///   - redactor: The redactor.
    package static func prefix(of body: Data, type: String?, redactor: Redactor) -> String {
        let beginning = body.prefix(window)
        if let text = text(of: beginning) {
            // The text is shown to people, so that the mark need not be escaped.
            let format = BodyFormat(type) == .markup ? .other : BodyFormat(type)
            var bytes = redactor.body(Array(text.utf8), as: format)
            // The end can be a part of a secret, in a spelling of up to six bytes per byte.
            if body.count >= window { bytes.removeLast(min(bytes.count, 6 * redactor.known.longest)) }
            return cut(clean(String(decoding: bytes, as: UTF8.self)), to: limit)
        }
        let description = "\(body.count) bytes of binary data"
        guard !containsSecret(beginning, redactor) else { return description }
        let bytes = body.prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return "\(description): \(bytes.joined(separator: " "))"
    }

    /// Returns whether bytes that are not UTF-8 contain a secret if they are read as text in another encoding: with a few
    /// invalid bytes, in ISO 8859-1, or in UTF-16.
    private static func containsSecret(_ bytes: Data, _ redactor: Redactor) -> Bool {
        let latin = bytes.map { Unicode.Scalar($0) }
        let texts = [
            String(decoding: bytes, as: UTF8.self), String(String.UnicodeScalarView(latin)),
            String(String.UnicodeScalarView(latin.filter { $0 != "\0" })),
        ]
        return texts.contains { redactor.text($0) != $0 }
    }

    /// Returns a text in quotes on one line, or only its length if it is long, because a redactor would not find a secret
    /// of which the end is missing.
    package static func quoted(_ text: String) -> String {
        let line = line(text)
        return line.utf8.count > 80 ? "a string of \(line.utf8.count) bytes" : "\"\(line)\""
    }

    /// Returns a text on one line with deceptive characters replaced, and with a single space for each white space.
    package static func line(_ text: String) -> String {
        isLine(text) ? text : clean(text).split { $0.isWhitespace }.joined(separator: " ")
    }

    /// Returns whether a text consists of visible ASCII characters and single spaces between them, as most texts do.
    private static func isLine(_ text: String) -> Bool {
        var previous: UInt8 = 0x20
        for byte in text.utf8 {
            guard 0x20...0x7E ~= byte, byte != 0x20 || previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20
    }

    /// Truncates a text to a maximum number of bytes and appends an ellipsis.
    package static func cut(_ text: String, to count: Int) -> String {
        guard text.utf8.count > count else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: count)
        while end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
        return text[..<end] + "…"
    }

    /// Decodes bytes as UTF-8.
    ///
    /// The last character may be incomplete, and is omitted then. Returns `nil` if the bytes are not text.
    static func text(of bytes: Data) -> String? {
        for count in 0...min(3, bytes.count) {
            guard let text = String(validating: bytes.dropLast(count), as: UTF8.self) else { continue }
            // The beginning of a character decodes to one U+FFFD, and other bytes to several characters.
            let isBeginning = String(decoding: bytes.suffix(count), as: UTF8.self).unicodeScalars.count <= 1
            return isBeginning && !text.unicodeScalars.contains("\0") ? text : nil
        }
        return nil
    }

    /// Returns a text in which no character can forge a line, control a terminal or change the order of other characters.
    ///
    /// All texts of a server pass this function before they become part of an error or a log. Line breaks become line
    /// feeds, tabs are kept, a byte order mark is removed, and other deceptive characters are replaced or removed.
    package static func clean(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 > 0x7E || $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) else { return text }
        let hasMark = text.unicodeScalars.first == "\u{FEFF}"
        return String(text.unicodeScalars.dropFirst(hasMark ? 1 : 0))
            .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .removingDeceptiveCharacters(keeping: ["\n", "\t"])
    }

    /// Returns a body in UTF-8 without deceptive characters, also where JSON escapes them.
    ///
    /// The texts decoded from the body contain none. Bytes that are not UTF-8 become U+FFFD.
    package static func clean(_ body: Data) -> Data {
        let text = clean(String(decoding: body, as: UTF8.self))
        let isJSON =
            text.utf8.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { "{[\"".utf8.contains($0) } ?? false
        return Data((isJSON ? clean(decodingEscapes(of: Array(text.utf8))) : text).utf8)
    }

    /// Returns a body without a byte order mark, and converted to UTF-8 if it is UTF-16 or UTF-32.
    ///
    /// Like JSON decoders, recognizes these encodings by a byte order mark, or by the zeros of the first character, which
    /// is ASCII in JSON and XML.
    package static func utf8(_ body: Data) -> Data {
        let bytes = [UInt8](body)
        func decoded<Encoding: Unicode.Encoding>(_ encoding: Encoding.Type, isBigEndian: Bool) -> String
        where Encoding.CodeUnit: FixedWidthInteger {
            let size = Encoding.CodeUnit.bitWidth / 8
            // The last unit may be incomplete.
            let units = stride(from: 0, through: bytes.count - size, by: size).map { offset in
                let unit = bytes[offset..<offset + size].reduce(0) { $0 << 8 | Encoding.CodeUnit($1) }
                return isBigEndian ? unit : unit.byteSwapped
            }
            return String(decoding: units, as: encoding)
        }
        let text =
            switch (bytes.first, bytes.dropFirst().first, bytes.dropFirst(2).first, bytes.dropFirst(3).first) {
            case (0, 0, 0xFE, 0xFF), (0, 0, 0, _?): decoded(UTF32.self, isBigEndian: true)
            case (0xFF, 0xFE, 0, 0), (_?, 0, 0, 0): decoded(UTF32.self, isBigEndian: false)
            case (0xFE, 0xFF, _, _), (0, _?, _, _): decoded(UTF16.self, isBigEndian: true)
            case (0xFF, 0xFE, _, _), (_?, 0, _, _): decoded(UTF16.self, isBigEndian: false)
            case (0xEF, 0xBB, 0xBF, _): String(decoding: bytes, as: UTF8.self)
            default: String?.none
            }
        guard let scalars = text?.unicodeScalars else { return body }
        return Data(String(scalars.dropFirst(scalars.first == "\u{FEFF}" ? 1 : 0)).utf8)
    }

    /// Returns JSON with the characters of Unicode escapes in place of the escapes, and with U+FFFD in place of escaped
    /// control characters, except line feeds and tabs.
    private static func decodingEscapes(of json: [UInt8]) -> String {
        var result: [UInt8] = []
        var rest = json[...]
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            result += rest[..<backslash]
            rest = rest[backslash...]
            if let (scalar, length) = UnescapedText.unicodeEscape(rest) {
                // Escapes of ASCII, such as quotation marks, can be necessary.
                let isASCII = ("\u{20}"..."\u{7E}").contains(scalar) || scalar == "\n" || scalar == "\t"
                result +=
                    isASCII ? Array(rest.prefix(length)) : Array((scalar.isASCII ? "\u{FFFD}" : String(scalar)).utf8)
                rest = rest.dropFirst(length)
                continue
            }
            let escape = rest.prefix(2)
            switch escape.last {
            case UInt8(ascii: "b"), UInt8(ascii: "f"): result += "\u{FFFD}".utf8
            // The line feed of CR LF follows.
            case UInt8(ascii: "r"): result += rest.dropFirst(2).starts(with: "\\n".utf8) ? [] : Array("\\n".utf8)
            default: result += escape
            }
            rest = rest.dropFirst(2)
        }
        return String(decoding: result + rest, as: UTF8.self)
    }
}
