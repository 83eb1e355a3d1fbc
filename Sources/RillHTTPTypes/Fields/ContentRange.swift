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
        var scanner = FieldScanner(text)
        // Range units are case-insensitive.
        guard scanner.readToken() == "bytes", scanner.skip(" ") else { return nil }
        let isUnsatisfied = scanner.skip("*")
        if isUnsatisfied {
            bytes = nil
        } else {
            guard let first = scanner.readCount(), scanner.skip("-"), let last = scanner.readCount(), first <= last
            else { return nil }
            bytes = first...last
        }
        guard scanner.skip("/") else { return nil }
        if !isUnsatisfied, scanner.skip("*") {
            total = nil
        } else {
            guard let number = scanner.readCount(), number > bytes?.upperBound ?? -1 else { return nil }
            total = number
        }
        guard scanner.isAtEnd else { return nil }
    }

    /// Parses a byte count such as `Content-Length`, which consists only of digits.
    ///
    /// - Parameter text: The field value. `nil` results in `nil`.
    /// - Returns: The number, or `nil` if the value is invalid or too large.
    package static func count(_ text: String?) -> Int? {
        guard let text else { return nil }
        var scanner = FieldScanner(text.utf8)
        guard let number = scanner.readCount(), scanner.isAtEnd else { return nil }
        return number
    }
}
