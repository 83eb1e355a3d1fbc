/// Percent-encoding of URL components.
///
/// - SeeAlso: RFC 3986, 2 and 3.
package enum PercentEncoding {
    /// Percent-encodes a value so that none of its characters acts as a delimiter in a URL.
    package static func encode(_ value: String) -> String {
        let allowed = ASCIISet.unreserved
        return encode(value) { allowed.contains($0) }
    }

    /// Percent-encodes the bytes of a value for which a closure returns `false`.
    @inline(__always)
    static func encode(_ value: String, keeping isKept: (UInt8) -> Bool) -> String {
        guard !value.utf8.allSatisfy(isKept) else { return value }
        return String(decoding: value.utf8.reduce(into: []) { append($1, to: &$0, keeps: isKept($1)) }, as: UTF8.self)
    }

    /// Percent-encodes characters that are not allowed in a path or a query, and leaves existing percent-encoded
    /// triplets unchanged.
    ///
    /// A `%` that is not followed by two hexadecimal digits is encoded.
    static func complete(_ target: String) -> String {
        let allowed = ASCIISet.urlTarget
        if target.utf8.allSatisfy({ $0 != UInt8(ascii: "%") && allowed.contains($0) }) { return target }
        var result: [UInt8] = []
        var rest = target.utf8[...]
        while let byte = rest.popFirst() {
            let isEscape = rest.prefix(2).allSatisfy { hexValue($0) != nil } && rest.prefix(2).count == 2
            append(byte, to: &result, keeps: byte == UInt8(ascii: "%") ? isEscape : allowed.contains(byte))
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Decodes `%XX` triplets.
    ///
    /// Other text is unchanged. If the result is not valid UTF-8, the bytes that are not ASCII are percent-encoded again.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - plusIsSpace: Whether `+` is a space, as in the form encoding. Defaults to `false`.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        let plus = UInt8(ascii: "+")
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == plus && plusIsSpace }) else {
            return String(text)
        }
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = hexValue(rest[rest.startIndex]),
                let low = hexValue(rest[rest.startIndex + 1])
            {
                result.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte == plus && plusIsSpace ? UInt8(ascii: " ") : byte)
            }
        }
        return String(validating: result, as: UTF8.self)
            ?? String(decoding: result.reduce(into: []) { append($1, to: &$0, keeps: $1 < 0x80) }, as: UTF8.self)
    }

    /// Decodes the name-value pairs of a query or a form.
    ///
    /// - Parameters:
    ///   - text: The pairs.
    ///   - plusIsSpace: Whether `+` is a space, as in the form encoding. Defaults to `true`.
    /// - Returns: The pairs in order. The value of a pair without `=` is `nil`.
    package static func pairs(
        _ text: some StringProtocol, plusIsSpace: Bool = true
    ) -> [(name: String, value: String?)] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                .map { decode(String(decoding: $0, as: UTF8.self), plusIsSpace: plusIsSpace) }
            return (sides[0], sides.count > 1 ? sides[1] : nil)
        }
    }

    /// Appends a byte unchanged or percent-encoded.
    static func append(_ byte: UInt8, to result: inout [UInt8], keeps: Bool) {
        guard !keeps else { return result.append(byte) }
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
