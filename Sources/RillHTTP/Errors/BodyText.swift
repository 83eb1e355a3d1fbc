internal import Foundation

/// Formats the beginning of a body for error messages.
enum BodyText {
    /// The number of bytes at the beginning of a body that are searched for secrets before the text is truncated.
    static let window = 64 * 1024

    /// The maximum number of bytes of a body's text in an error.
    static let limit = 1_024

    /// Returns the beginning of a body with secrets redacted and deceptive characters replaced, truncated at a character
    /// boundary.
    ///
    /// The first bytes of a body that is not text are written in hexadecimal, unless the body may contain a secret.
    static func prefix(of body: Data, redactor: Redactor) -> String {
        let beginning = body.prefix(window)
        if let text = text(of: beginning) { return cut(clean(redactor.text(text)), to: limit) }
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

    /// Returns a short text in quotes on one line.
    static func quoted(_ text: String) -> String {
        "\"\(cut(line(text), to: 80))\""
    }

    /// Returns a text on one line with deceptive characters replaced, and with a single space for each white space.
    static func line(_ text: String) -> String {
        clean(text).split { $0.isWhitespace }.joined(separator: " ")
    }

    /// Truncates a text to a maximum number of bytes and appends an ellipsis.
    static func cut(_ text: String, to count: Int) -> String {
        guard text.utf8.count > count else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: count)
        while end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
        return text[..<end] + "…"
    }

    /// Decodes bytes as UTF-8.
    ///
    /// The last character may be incomplete. Returns `nil` if the bytes are not text.
    private static func text(of bytes: Data) -> String? {
        for dropped in 0...min(3, bytes.count) {
            if let text = String(validating: bytes.dropLast(dropped), as: UTF8.self) {
                return text.unicodeScalars.contains("\0") ? nil : text
            }
        }
        return nil
    }

    /// Returns a text in which no character can forge a line, control a terminal or change the order of other characters.
    ///
    /// All texts of a server pass this function before they become part of an error or a log. Line breaks become line
    /// feeds, tabs are kept, a byte order mark is removed, and other deceptive characters become U+FFFD.
    static func clean(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 > 0x7E || $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }) else { return text }
        var scalars = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{FEFF}" where previous == nil: break
            case "\n" where previous == "\r": break
            case "\n", "\r": scalars.append("\n")
            case "\t": scalars.append(scalar)
            default: scalars.append(scalar.isDeceptive ? "\u{FFFD}" : scalar)
            }
            previous = scalar
        }
        return String(scalars)
    }

    /// Returns a body in which deceptive characters are replaced, also where JSON escapes them.
    ///
    /// The texts decoded from the body contain none. A body that is not UTF-8 does not change.
    static func clean(_ body: Data) -> Data {
        guard let text = String(validating: body, as: UTF8.self) else { return body }
        let bytes = Array(clean(text).utf8)
        let isJSON = bytes.first { !SecretScanner.isBlank($0) }.map { "{[\"".utf8.contains($0) } ?? false
        return Data(isJSON ? cleanEscapes(bytes) : bytes)
    }

    private static func cleanEscapes(_ json: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = json[...]
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            result += rest[..<backslash]
            rest = rest[backslash...]
            let escape = rest.prefix(2)
            let pair = rest.prefix(12)
            let unit = rest.prefix(6)
            if let scalar = scalar(pair) ?? scalar(unit), !["\n", "\t"].contains(scalar) {
                let length = scalar.value > 0xFFFF ? 12 : 6
                result += scalar.isDeceptive ? Array("\\ufffd".utf8) : Array(rest.prefix(length))
                rest = rest.dropFirst(length)
                continue
            }
            switch escape.last {
            case UInt8(ascii: "b"), UInt8(ascii: "f"): result += "\\ufffd".utf8
            // The line feed of CR LF follows.
            case UInt8(ascii: "r"): result += rest.dropFirst(2).starts(with: "\\n".utf8) ? [] : Array("\\n".utf8)
            default: result += escape
            }
            rest = rest.dropFirst(2)
        }
        return result + rest
    }

    /// Returns the character of `\u0041`, or of a surrogate pair of two such escapes, or `nil` for other bytes.
    private static func scalar(_ escapes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let units = stride(from: 0, to: escapes.count, by: 6).map { offset -> UInt16? in
            let escape = escapes.dropFirst(offset).prefix(6)
            guard escape.starts(with: "\\u".utf8), escape.count == 6 else { return nil }
            return UInt16(String(decoding: escape.dropFirst(2), as: UTF8.self), radix: 16)
        }
        let known = units.compactMap { $0 }
        guard known.count == units.count, let text = String(validating: known, as: UTF16.self),
            text.unicodeScalars.count == 1
        else { return nil }
        return text.unicodeScalars.first
    }
}

extension Unicode.Scalar {
    /// Whether the character is a control character, ends a line, or is an invisible format character, such as one that
    /// changes the text direction.
    ///
    /// The two characters that join letters and emoji are not deceptive.
    var isDeceptive: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format:
            properties.isDefaultIgnorableCodePoint && !properties.isJoinControl
                || ("\u{FFF9}"..."\u{FFFB}").contains(self)
        default: false
        }
    }
}
