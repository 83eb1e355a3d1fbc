extension HTTPResponse {
    /// The byte range of the response body and the total length according to `Content-Range`.
    ///
    /// The range is `nil` if the requested range is not satisfiable, and the total length is `nil` if it is unknown. `nil`
    /// if the header field is missing or invalid.
    public var contentRange: (bytes: ClosedRange<Int>?, total: Int?)? {
        ContentRange(headerFields[.contentRange]).map { ($0.bytes, $0.total) }
    }
}

/// The value of a `Content-Range` header field: the byte range of a response body and the total length.
///
///     bytes 0-99/1000      bytes 0-99/*      bytes */1000
///
/// - SeeAlso: RFC 9110, 14.4.
package struct ContentRange: Hashable, Sendable {
    /// The positions of the first and last byte, or `nil` if the requested range is not satisfiable.
    package let bytes: ClosedRange<Int>?

    /// The total number of bytes, or `nil` if unknown.
    package let total: Int?

    /// Parses a field value, or returns `nil` if it is invalid.
    ///
    /// - Parameter text: The field value. `nil` results in `nil`.
    package init?(_ text: String?) {
        guard let text else { return nil }
        self.init(Array(text.utf8))
    }

    /// Parses arbitrary bytes, or returns `nil` if they are invalid.
    ///
    /// - Parameter text: The field value.
    package init?(_ text: [UInt8]) {
        var rest = text[...]
        for letter in "bytes".utf8 {
            // Range units are case-insensitive. Setting bit 0x20 converts letters to lowercase; other bytes are
            // excluded by the lower bound 0x40.
            guard let byte = rest.popFirst(), byte | 0x20 == letter, byte >= 0x40 else { return nil }
        }
        guard rest.popFirst() == UInt8(ascii: " ") else { return nil }
        let isUnsatisfied = rest.first == UInt8(ascii: "*")
        if isUnsatisfied {
            rest.removeFirst()
            bytes = nil
        } else {
            guard let first = Self.number(&rest), rest.popFirst() == UInt8(ascii: "-"), let last = Self.number(&rest),
                first <= last
            else { return nil }
            bytes = first...last
        }
        guard rest.popFirst() == UInt8(ascii: "/") else { return nil }
        if !isUnsatisfied, rest.count == 1, rest.first == UInt8(ascii: "*") {
            total = nil
        } else {
            guard let number = Self.number(&rest), rest.isEmpty, number > bytes?.upperBound ?? -1 else { return nil }
            total = number
        }
    }

    /// Parses a byte count such as `Content-Length`, which consists only of digits.
    ///
    /// - Parameter text: The field value. `nil` results in `nil`.
    /// - Returns: The number, or `nil` if the value is invalid or too large.
    package static func count(_ text: String?) -> Int? {
        guard let text else { return nil }
        var rest = Array(text.utf8)[...]
        guard let number = number(&rest), rest.isEmpty else { return nil }
        return number
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
        let digits = rest.prefix { 0x30...0x39 ~= $0 }
        rest.removeFirst(digits.count)
        // `Int.max` is rejected, so that 1 can be added to every parsed number.
        guard let number = Int(String(decoding: digits, as: UTF8.self)), number < .max else { return nil }
        return number
    }
}
