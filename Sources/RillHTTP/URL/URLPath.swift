/// The path of a request, built by string interpolation with percent-encoded values.
///
///     var path: URLPath { "/tags/\(id)/items" }      // id: "C++"   /tags/C%2B%2B/items
///                                                    // id: "a/b"   /tags/a%2Fb/items
///
/// The literal text can contain percent-encoded triplets, and a query after a `?`. Other characters that are not
/// allowed in a URL are percent-encoded. Each interpolated value is percent-encoded completely, so that it stays inside
/// one path segment.
///
/// If a segment that consists only of interpolated values is empty, `.` or `..`, the client rejects the request,
/// because it could address another resource. Percent-encoding does not help: servers and proxies also resolve
/// `%2E%2E`.
public struct URLPath: Sendable, Hashable, CustomStringConvertible {
    /// The percent-encoded path, with the query if there is one.
    public let description: String

    /// The reason the path is invalid, or `nil` if it is valid.
    let invalidReason: String?

    /// Creates a path from percent-encoded text.
    ///
    /// - Parameter text: The path, with an optional query after a `?`.
    public init(encoded text: String) {
        description = PercentEncoding.complete(text)
        invalidReason = nil
    }
}

extension URLPath: ExpressibleByStringInterpolation {
    /// Creates a path from a string literal.
    ///
    /// - Parameter value: The path, with an optional query after a `?`.
    public init(stringLiteral value: String) {
        self.init(encoded: value)
    }

    /// Creates a path from an interpolated string literal.
    ///
    /// - Parameter stringInterpolation: The segments of the literal.
    public init(stringInterpolation: StringInterpolation) {
        var interpolation = stringInterpolation
        interpolation.endSegment()
        description = interpolation.text
        invalidReason = interpolation.invalidReason
    }

    /// A builder of a path from the segments of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var invalidReason: String?
        private var segment = ""
        private var containsValue = false
        private var isQuery = false

        /// Creates an empty interpolation.
        ///
        /// - Parameters:
        ///   - literalCapacity: The approximate length of the literal text.
        ///   - interpolationCount: The number of interpolated values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// Appends literal text.
        ///
        /// - Parameter literal: The text. Characters that are not allowed in a URL are percent-encoded.
        public mutating func appendLiteral(_ literal: String) {
            for character in PercentEncoding.complete(literal).unicodeScalars {
                if character == "/" || character == "?" { endSegment() }
                if character == "?" { isQuery = true }
                text.unicodeScalars.append(character)
                if character != "/", character != "?" { segment.unicodeScalars.append(character) }
            }
        }

        /// Appends a value, percent-encoded so that it stays inside its segment.
        ///
        /// - Parameter value: The value, converted to text by its description.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            let encoded = PercentEncoding.encode(value.description)
            text += encoded
            segment += encoded
            containsValue = true
        }

        /// Appends a relative path, whose slashes are kept and whose other reserved characters are percent-encoded.
        ///
        /// - Parameter path: Segments separated by slashes, not percent-encoded, such as the name of a blob.
        public mutating func appendInterpolation(path: String) {
            // Splits by Unicode scalars: a slash followed by a combining character is still a slash in the encoded
            // path.
            let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                if index > 0 { appendLiteral("/") }
                appendInterpolation(String(part))
            }
        }

        /// Appends another path.
        ///
        /// - Parameter path: The path. If it is invalid, the resulting path is invalid too.
        public mutating func appendInterpolation(_ path: URLPath) {
            appendLiteral(path.description)
            invalidReason = invalidReason ?? path.invalidReason
        }

        /// Appends the raw value of an enumeration case, percent-encoded so that it stays inside its segment.
        ///
        /// - Parameter value: The enumeration case.
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: CustomStringConvertible {
            appendInterpolation(value.rawValue)
        }

        /// Appends the description of an enumeration case, percent-encoded so that it stays inside its segment.
        ///
        /// - Parameter value: The enumeration case, converted to text by its description.
        public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(_ value: Value)
        where Value.RawValue: CustomStringConvertible {
            appendInterpolation(value.description)
        }

        /// Appends percent-encoded text, in the same way as literal text.
        ///
        /// - Parameter encoded: The text. It can contain slashes and a query.
        public mutating func appendInterpolation(encoded: String) {
            appendLiteral(encoded)
        }

        fileprivate mutating func endSegment() {
            defer {
                segment = ""
                containsValue = false
            }
            guard containsValue, !isQuery, invalidReason == nil else { return }
            if segment.isEmpty {
                invalidReason = "an interpolated path value is empty"
            } else if case let name = PercentEncoding.decode(segment[...]), name == "." || name == ".." {
                invalidReason = "an interpolated path value is \"\(name)\", which changes the requested resource"
            }
        }
    }
}
