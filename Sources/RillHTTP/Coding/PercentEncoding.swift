/// Percent-encoding of the parts of an address.
///
/// - SeeAlso: RFC 3986, 2 and 3.
package enum PercentEncoding {
    /// A part of an address, by the characters that stand for themselves in it.
    enum Part {
        /// A value inside a path or a query: the unreserved characters alone.
        case value
        /// A path and a query that are encoded already.
        case target
        /// A host and a port.
        case authority
    }

    /// Whether a byte may stand in a part as it is.
    static func isAllowed(_ byte: UInt8, in part: Part) -> Bool {
        let set =
            switch part {
            case .value: ASCIISet(low: 0x03FF600000000000, high: 0x47FFFFFE87FFFFFE)
            // Servers take brackets in a query; RFC 3986 would have them in a host only.
            case .authority: ASCIISet(low: 0x2FFF7FF200000000, high: 0x47FFFFFEAFFFFFFE)
            case .target: ASCIISet(low: 0xAFFFFFF200000000, high: 0x47FFFFFEAFFFFFFF)
            }
        return set.contains(byte)
    }

    /// Encodes a value so that no character of it means anything to the address around it.
    package static func encode(_ value: String) -> String {
        guard !value.utf8.allSatisfy({ isAllowed($0, in: .value) }) else { return value }
        var result: [UInt8] = []
        for byte in value.utf8 {
            append(byte, to: &result, keeps: isAllowed(byte, in: .value))
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Encodes what cannot stand in a path or a query, and leaves alone what is encoded already.
    ///
    /// A `%` that no two hexadecimal digits follow stands for itself, and is encoded.
    static func complete(_ target: String) -> String {
        if target.utf8.allSatisfy({ $0 != UInt8(ascii: "%") && isAllowed($0, in: .target) }) { return target }
        var result: [UInt8] = []
        var rest = target.utf8[...]
        while let byte = rest.popFirst() {
            let isEscape = rest.prefix(2).allSatisfy { hexValue($0) != nil } && rest.prefix(2).count == 2
            append(byte, to: &result, keeps: byte == UInt8(ascii: "%") ? isEscape : isAllowed(byte, in: .target))
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Decodes `%XX`; what is not such a triplet stays as it is, and what is not UTF-8 is repaired.
    package static func decode(_ text: some StringProtocol) -> String {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = hexValue(rest[rest.startIndex]),
                let low = hexValue(rest[rest.startIndex + 1])
            {
                result.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to result: inout [UInt8], keeps: Bool) {
        guard !keeps else { return result.append(byte) }
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
