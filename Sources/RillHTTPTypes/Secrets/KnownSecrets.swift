internal import Foundation

/// A set of secrets that can be found in a text in any spelling: escaped in any way any number of times, or in Base64.
package struct KnownSecrets: Sendable {
    private var secrets: Set<String> = []
    private var patterns: Set<Pattern> = []

    private struct Pattern: Hashable, Sendable {
        let bytes: [UInt8]
        /// Whether the pattern is so short that it must match a whole word.
        var isWord: Bool { bytes.count < 8 }
    }

    package init() {}

    /// Adds a secret unless it is so short that it would match harmless words.
    package mutating func insert(_ secret: some StringProtocol, minimumLength: Int = 4) {
        guard secret.utf8.count >= minimumLength, secret != Redactor.mark else { return }
        guard secrets.insert(String(secret)).inserted else { return }
        let bytes = [UInt8](secret.utf8)
        // A secret found in a text can contain escapes, which must be decoded before it is encoded as Base64.
        let meanings: Set = [bytes, DecodedText(bytes, keepsPlus: true).bytes, DecodedText(bytes).bytes]
        for text in meanings.union(meanings.flatMap(Self.base64)) {
            for bytes in [text, DecodedText(text).bytes] where bytes.count >= minimumLength {
                patterns.insert(Pattern(bytes: bytes))
            }
        }
    }

    /// Returns the ranges of a text that contain a secret.
    ///
    /// The ranges can overlap.
    func ranges(in text: [UInt8], _ decoded: DecodedText) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for pattern in patterns {
            ranges += Self.ranges(of: pattern, in: text)
            if decoded.isDecoded { ranges += Self.ranges(of: pattern, in: decoded.bytes).map(decoded.original) }
        }
        return ranges
    }

    /// Returns a text with each secret replaced by a mark.
    package func removed(from text: String) -> String {
        guard !patterns.isEmpty else { return text }
        let bytes = Array(text.utf8)
        return Redactor.replace(ranges(in: bytes, DecodedText(bytes)), in: text, bytes)
    }

    /// Returns a text with a mark in place of its end if the text ends within a secret.
    package func removedAtEnd(of text: [UInt8]) -> [UInt8] {
        let lengths = patterns.map { pattern in
            // Shorter prefixes would match harmless words.
            stride(from: min(pattern.bytes.count - 1, text.count), through: 4, by: -1)
                .first { text.suffix($0).elementsEqual(pattern.bytes.prefix($0)) } ?? 0
        }
        guard let length = lengths.max(), length > 0 else { return text }
        return text.dropLast(length) + Array(Redactor.mark.utf8)
    }

    /// Returns binary data with each secret overwritten with asterisks, so that lengths do not change.
    package func overwritten(in bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for range in patterns.flatMap({ Self.ranges(of: $0, in: bytes) }) {
            for index in range { result[index] = UInt8(ascii: "*") }
        }
        return result
    }

    private static func ranges(of pattern: Pattern, in data: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var position = data.startIndex
        while let found = data[position...].range(of: pattern.bytes) {
            position = found.upperBound
            let isPart = endsWithLetter(data[..<found.lowerBound]) || beginsWithLetter(data[found.upperBound...])
            if !pattern.isWord || !isPart { ranges.append(found) }
        }
        return ranges
    }

    /// Returns whether bytes begin with a digit or a letter of the Latin script.
    ///
    /// Languages that do not separate words with spaces write a secret next to other letters: `パスワードabcd12です`.
    private static func beginsWithLetter(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        return switch first {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        // The first byte of a letter such as é in UTF-8.
        case 0xC3...0xC9: true
        default: false
        }
    }

    private static func endsWithLetter(_ bytes: ArraySlice<UInt8>) -> Bool {
        let isSecondByte = bytes.last.map { 0x80...0xBF ~= $0 } ?? false
        return beginsWithLetter(bytes.suffix(isSecondByte ? 2 : 1))
    }

    /// Returns the Base64 encodings of a secret at the three possible offsets, without the characters that depend on
    /// the neighboring bytes.
    private static func base64(of secret: [UInt8]) -> [[UInt8]] {
        let offsets = secret.count >= 8 ? 0...2 : 0...0
        return offsets.flatMap { offset in
            let text = Data([UInt8](repeating: 0, count: offset) + secret).base64EncodedString()
            let rest = (offset + secret.count) % 3
            let part = String(text.dropFirst([0, 2, 3][offset]).dropLast([0, 3, 2][rest]))
            return [part, part.replacing("+", with: "-").replacing("/", with: "_")].map { Array($0.utf8) }
        }
    }
}
