/// A text with one layer of percent-encoding or JSON escapes decoded, and the original position of each byte.
struct UnescapedText {
    /// The decoded bytes.
    private(set) var bytes: [UInt8] = []

    /// The positions at which the distance between a decoded byte and its original changes.
    private var steps: [(decoded: Int, original: Int)]

    /// Decodes a text.
    ///
    /// - Parameters:
    ///   - text: The text, which can be a part of another one.
    ///   - sign: The first byte of an escape: a percent sign or a backslash.
    init(_ text: ArraySlice<UInt8>, escape sign: UInt8) {
        steps = [(0, text.startIndex)]
        bytes.reserveCapacity(text.count)
        var rest = text
        while let found = rest.range(of: [sign])?.lowerBound {
            bytes += rest[..<found]
            let escape = Self.escape(rest[found...])
            steps.append((bytes.count, found))
            bytes += escape?.bytes ?? [sign]
            rest = rest[(found + (escape?.length ?? 1))...]
            steps.append((bytes.count, rest.startIndex))
        }
        bytes += rest
    }

    /// Returns the range of the original that corresponds to a range of the decoded text.
    func original(_ range: Range<Int>) -> Range<Int> { original(range.lowerBound)..<original(range.upperBound) }

    private func original(_ position: Int) -> Int {
        var (low, high) = (0, steps.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if steps[middle].decoded <= position { low = middle } else { high = middle }
        }
        return steps[low].original + position - steps[low].decoded
    }

    // MARK: Escapes

    private static let shortEscapes = Array(zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".utf8))

    private static func escape(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], length: Int)? {
        if text.first == UInt8(ascii: "%") { return number(text.dropFirst(), digits: 2).map { ([UInt8($0)], 3) } }
        if let (scalar, length) = unicodeEscape(text) { return (Array(String(scalar).utf8), length) }
        return shortEscapes.first { $0.0 == text.dropFirst().first }.map { ([$0.1], 2) }
    }

    /// Returns the character of the escape `\u0041`, or of a surrogate pair of two such escapes, with which a text
    /// begins, and the length of the escape.
    static func unicodeEscape(_ text: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, length: Int)? {
        guard text.starts(with: "\\u".utf8), let unit = number(text.dropFirst(2), digits: 4) else { return nil }
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        let next = text.dropFirst(6)
        guard unit < 0xDC00, next.starts(with: "\\u".utf8), let low = number(next.dropFirst(2), digits: 4),
            0xDC00..<0xE000 ~= low
        else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)).map { ($0, 12) }
    }

    private static func number(_ text: ArraySlice<UInt8>, digits count: Int) -> UInt32? {
        let digits = text.prefix(count).compactMap(PercentEncoding.hexValue)
        return digits.count == count ? digits.reduce(0) { $0 << 4 | UInt32($1) } : nil
    }
}
