internal import Foundation

/// Makes the beginning of a body fit for people to read.
enum BodyText {
    /// How many bytes of a body are searched for secrets before it is cut.
    static let window = 64 * 1024

    /// How many bytes of text an error keeps.
    static let limit = 1_024

    /// The beginning of a body: without secrets, without control characters, cut at a character.
    static func prefix(of body: Data, redactor: Redactor) -> String {
        guard let text = text(of: body.prefix(window)) else {
            let bytes = body.prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            return "\(body.count) bytes that are not text: \(bytes.joined(separator: " "))"
        }
        return cut(clean(redactor.text(text)), to: limit)
    }

    /// A short text in quotes, on one line.
    static func quoted(_ text: String) -> String {
        "\"\(cut(line(text), to: 80))\""
    }

    /// A text on one line, without control characters.
    static func line(_ text: String) -> String {
        clean(text).split { $0.isWhitespace }.joined(separator: " ")
    }

    /// Cuts a text behind a number of bytes, and says so.
    static func cut(_ text: String, to count: Int) -> String {
        guard text.utf8.count > count else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: count)
        while end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
        return text[..<end] + "…"
    }

    /// The bytes as UTF-8, of which the last character may be cut; nil if they are not.
    private static func text(of bytes: Data) -> String? {
        for dropped in 0...min(3, bytes.count) {
            if let text = String(validating: bytes.dropLast(dropped), as: UTF8.self) {
                return text.unicodeScalars.contains("\0") ? nil : text
            }
        }
        return nil
    }

    /// Puts a sign in the place of each control character, which a terminal might obey.
    private static func clean(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && !["\n", "\t", "\r"].contains(scalar)
            scalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(scalars)
    }
}
