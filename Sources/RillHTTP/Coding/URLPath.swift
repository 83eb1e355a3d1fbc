/// The path of a request, in which interpolated values cannot break out of their place.
///
///     var path: URLPath { "/tags/\(id)/items" }      // id: "C++"   /tags/C%2B%2B/items
///                                                    // id: "a/b"   /tags/a%2Fb/items
///
/// The literal's own text is taken as it stands: it may hold escapes, and a query after a `?`. Characters that cannot stand
/// in an address are percent-encoded. Each interpolated value is encoded whole, so that it stays inside one segment.
///
/// A segment that consists of a value alone and comes out as nothing, `.` or `..` would make the request ask for something
/// else, whichever way it is encoded: servers and proxies resolve `%2E%2E` too. The client refuses to send such a request.
public struct URLPath: Sendable, Hashable, CustomStringConvertible {
    /// The path as it is sent, percent-encoded, with the query if there is one.
    public let description: String

    /// Why the path cannot be used; nil if it can.
    let flaw: String?

    /// Creates a path from text that is encoded already.
    ///
    /// - Parameter text: The path, perhaps with a query after a `?`.
    public init(encoded text: String) {
        description = PercentEncoding.complete(text)
        flaw = nil
    }
}

extension URLPath: ExpressibleByStringInterpolation {
    /// Creates a path from a literal.
    ///
    /// - Parameter value: The path, perhaps with a query after a `?`.
    public init(stringLiteral value: String) {
        self.init(encoded: value)
    }

    /// Creates a path from a literal with values in it.
    ///
    /// - Parameter stringInterpolation: The literal's parts.
    public init(stringInterpolation: StringInterpolation) {
        var interpolation = stringInterpolation
        interpolation.endSegment()
        description = interpolation.text
        flaw = interpolation.flaw
    }

    /// Puts a path together from the parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var flaw: String?
        private var segment = ""
        private var holdsValue = false
        private var isQuery = false

        /// Begins a path.
        ///
        /// - Parameters:
        ///   - literalCapacity: About how long the literal's own text is.
        ///   - interpolationCount: How many values there are.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        /// Appends the literal's own text.
        ///
        /// - Parameter literal: Text that is encoded already, or need not be.
        public mutating func appendLiteral(_ literal: String) {
            for character in PercentEncoding.complete(literal).unicodeScalars {
                if character == "/" || character == "?" { endSegment() }
                if character == "?" { isQuery = true }
                text.unicodeScalars.append(character)
                if character != "/", character != "?" { segment.unicodeScalars.append(character) }
            }
        }

        /// Appends a value, encoded so that it stays inside its segment.
        ///
        /// - Parameter value: The value; its description is what is sent.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            let encoded = PercentEncoding.encode(value.description)
            text += encoded
            segment += encoded
            holdsValue = true
        }

        /// Appends a value that is a path of its own: its slashes stay, everything else is encoded.
        ///
        /// - Parameter path: Segments with slashes between, not encoded: the name of a blob, for example.
        public mutating func appendInterpolation(path: String) {
            // Scalar by scalar, as a slash with an accent is still a slash on the wire.
            let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                if index > 0 { appendLiteral("/") }
                appendInterpolation(String(part))
            }
        }

        /// Appends a path that has been put together already.
        ///
        /// - Parameter path: The path; what is wrong with it is wrong with the whole.
        public mutating func appendInterpolation(_ path: URLPath) {
            appendLiteral(path.description)
            flaw = flaw ?? path.flaw
        }

        /// Appends the raw value of a case, encoded so that it stays inside its segment.
        ///
        /// - Parameter value: The value.
        public mutating func appendInterpolation<Value: RawRepresentable>(_ value: Value)
        where Value.RawValue: CustomStringConvertible {
            appendInterpolation(value.rawValue)
        }

        /// Appends a case that describes itself, encoded so that it stays inside its segment.
        ///
        /// - Parameter value: The value; its description is what is sent.
        public mutating func appendInterpolation<Value: RawRepresentable & CustomStringConvertible>(_ value: Value)
        where Value.RawValue: CustomStringConvertible {
            appendInterpolation(value.description)
        }

        /// Appends text that is encoded already, as the literal's own text is.
        ///
        /// - Parameter encoded: The text; it may hold slashes and a query.
        public mutating func appendInterpolation(encoded: String) {
            appendLiteral(encoded)
        }

        fileprivate mutating func endSegment() {
            defer {
                segment = ""
                holdsValue = false
            }
            guard holdsValue, !isQuery, flaw == nil else { return }
            if segment.isEmpty {
                flaw = "a value in the path is empty"
            } else if case let name = PercentEncoding.decode(segment[...]), name == "." || name == ".." {
                flaw = "a value in the path is \"\(name)\", which would name another resource"
            }
        }
    }
}
