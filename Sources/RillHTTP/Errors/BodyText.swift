internal import Foundation

/// Formats the beginning of a body for error messages.
enum BodyText {
    /// The number of bytes at the beginning of a body that are searched for secrets before the text is truncated.
    static let window = 64 * 1024

    /// The maximum number of bytes of a body's text in an error.
    static let limit = 1_024

    /// Returns the beginning of a body with secrets redacted and control characters replaced, truncated at a character
    /// boundary.
    static func prefix(of body: Data, redactor: Redactor) -> String {
        guard let text = text(of: body.prefix(window)) else {
            let bytes = body.prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            return "\(body.count) bytes of binary data: \(bytes.joined(separator: " "))"
        }
        return cut(clean(redactor.text(text)), to: limit)
    }

    /// Returns a short text in quotes on one line.
    static func quoted(_ text: String) -> String {
        "\"\(cut(line(text), to: 80))\""
    }

    /// Returns a text on one line with control characters replaced.
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

    /// Replaces control characters, which a terminal could interpret.
    private static func clean(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && !["\n", "\t", "\r"].contains(scalar)
            scalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(scalars)
    }
}
