/// A text with one layer of percent-encoding or JSON escapes decoded, and the original position of each byte.
struct UnescapedText {
    /// The decoded bytes.
    private(set) var bytes: [UInt8] = []

    /// The original position of each decoded byte and of the end.
    private var positions: [Int] = []

    /// Decodes a text.
    ///
    /// - Parameters:
    ///   - text: The text, which can be a part of another one.
    ///   - sign: The first byte of an escape: a percent sign or a backslash.
    init(_ text: ArraySlice<UInt8>, escape sign: UInt8) {
        var rest = text
        while let found = rest.range(of: [sign])?.lowerBound {
            let escape = Self.escape(rest[found...]) ?? ([sign], 1)
            bytes += rest[..<found] + escape.bytes
            positions += rest.startIndex..<found
            positions += repeatElement(found, count: escape.bytes.count)
            rest = rest[(found + escape.length)...]
        }
        bytes += rest
        positions += rest.startIndex...rest.endIndex
    }

    /// Returns the range of the original that corresponds to a range of the decoded text.
    func original(_ range: Range<Int>) -> Range<Int> { positions[range.lowerBound]..<positions[range.upperBound] }

    // MARK: Escapes

    private static let shortEscapes = Array(zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".utf8))

    private static func escape(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)? {
        if text.first == UInt8(ascii: "%") { return number(text, after: "%", digits: 2).map { ([UInt8($0)], 3) } }
        if let (scalar, length) = unicodeEscape(text) { return (Array(String(scalar).utf8), length) }
        return shortEscapes.first { $0.0 == text.dropFirst().first }.map { ([$0.1], 2) }
    }

    /// Returns the character of the escape `\u0041`, or of a surrogate pair of two such escapes, with which a text
    /// begins, and the length of the escape.
    static func unicodeEscape(_ text: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
        guard let unit = number(text, after: "\\u", digits: 4) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        guard unit < 0xDC00, let low = number(text.dropFirst(6), after: "\\u", digits: 4), 0xDC00..<0xE000 ~= low
        else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)).map { ($0, 12) }
    }

    /// Returns the hexadecimal number after the prefix of an escape.
    private static func number(_ text: ArraySlice<UInt8>, after prefix: String, digits count: Int) -> UInt32? {
        guard text.starts(with: prefix.utf8) else { return nil }
        let digits = text.dropFirst(prefix.utf8.count).prefix(count).compactMap(PercentEncoding.hexValue)
        return digits.count == count ? digits.reduce(0) { $0 << 4 | UInt32($1) } : nil
    }
}
