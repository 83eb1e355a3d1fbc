internal import Foundation

/// Exact values that are secret, and the search for their spellings: unchanged, percent-encoded, escaped in JSON, and in
/// Base64 at any offset.
struct SecretValues: Sendable {
    /// The spellings of the values by their first bytes, at most four, as a number.
    private var spellings: [UInt32: Set<[UInt8]>] = [:]

    /// The numbers of bytes in the keys of `spellings` by their first byte, as bits.
    ///
    /// Empty if there are none.
    private var keyLengths: [UInt8] = []

    /// The length of the longest spelling.
    var longest: Int { spellings.values.joined().map(\.count).max() ?? 0 }

    /// Adds a value, unless it is so short that it would match harmless words, or a literal of JSON.
    mutating func insert(_ value: String, minimumLength: Int = 4) {
        let bytes = Array(value.utf8)
        guard bytes.count >= minimumLength, ![Redactor.mark, "true", "false", "null"].contains(value) else { return }
        let form = bytes.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
        for spelling in [bytes, form] + Self.base64(bytes) where spelling.count >= max(1, minimumLength) {
            let beginning = spelling.prefix(4)
            spellings[Self.key(beginning), default: []].insert(spelling)
            if keyLengths.isEmpty { keyLengths = Array(repeating: 0, count: 256) }
            keyLengths[Int(spelling[0])] |= 1 << beginning.count
        }
    }

    /// Returns the ranges of a text that contain a secret.
    ///
    /// The ranges can overlap.
    func ranges(in text: [UInt8]) -> [Range<Int>] {
        guard !spellings.isEmpty else { return [] }
        var ranges = search(text)
        for escape in [UInt8(ascii: "%"), UInt8(ascii: "\\")] where text[...].range(of: [escape]) != nil {
            let decoded = UnescapedText(text[...], escape: escape)
            ranges += search(decoded.bytes).map(decoded.original)
        }
        return ranges
    }

    /// Returns the length of the beginning of a secret, of at least four bytes, with which a text ends, or 0.
    func lengthOfCutSecret(in text: [UInt8]) -> Int {
        let lengths = spellings.values.joined().map { spelling in
            stride(from: min(spelling.count - 1, text.count), through: 4, by: -1)
                .first { text.suffix($0).elementsEqual(spelling.prefix($0)) } ?? 0
        }
        return lengths.max() ?? 0
    }

    private func search(_ text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for start in text.indices where keyLengths[Int(text[start])] != 0 {
            for length in 1...4 where keyLengths[Int(text[start])] & 1 << length != 0 {
                for spelling in spellings[Self.key(text[start...].prefix(length))] ?? []
                where text[start...].hasPrefix(spelling) {
                    let range = start..<start + spelling.count
                    // A short value must not be a part of a word.
                    if spelling.count >= 8 || Self.isWord(range, in: text) { ranges.append(range) }
                }
            }
        }
        return ranges
    }

    private static func key(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    /// Returns whether no digit or letter of the Latin script is next to a range.
    ///
    /// Languages that do not separate words with spaces write a secret next to other letters: `パスワードabcd12です`.
    private static func isWord(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        // The first byte of the character before the range.
        let before = text[..<range.lowerBound].suffix(4).last { !(0x80..<0xC0 ~= $0) }
        let neighbors = [before, text[range.upperBound...].first].compactMap { $0 }
        return !neighbors.contains { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 && $0 < 0x80 || 0xC3...0xC9 ~= $0 }
    }

    /// Returns the Base64 encodings at the three possible offsets, in both alphabets, without the characters that depend
    /// on the neighboring bytes.
    ///
    /// The encodings of four or five bytes are so short that they must be words, and therefore complete.
    private static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
        guard bytes.count >= 4 else { return [] }
        return (bytes.count >= 8 ? 0...2 : 0...0).flatMap { offset in
            let text = [UInt8](Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedData())
            let dropped = bytes.count < 6 ? [0, 2, 1] : [0, 3, 2]
            let part = text.dropFirst([0, 2, 3][offset]).dropLast(dropped[(offset + bytes.count) % 3])
            return [Array(part), part.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }]
        }
    }
}
