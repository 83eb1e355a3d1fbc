/// The path of a request, built by string interpolation with percent-encoded values.
///
///     var path: URLPath { "/tags/\(id)/items" }      // id: "C++"   /tags/C%2B%2B/items
///                                                    // id: "a/b"   /tags/a%2Fb/items
///
/// The literal text can contain percent-encoded triplets, and a query after a `?`. Other characters that are not
/// allowed in a URL are percent-encoded. Each interpolated value is percent-encoded completely, so that it stays inside
/// one path segment.
///
/// Mark a secret as such, so that errors, logs, traces and cassettes redact it wherever it occurs:
///
///     var path: URLPath { "/access_tokens/\(secret: token)" }
///
/// If a segment that consists only of interpolated values is empty, `.` or `..`, the client rejects the request,
/// because it could address another resource. Percent-encoding would not prevent this: servers and proxies also resolve
/// `%2E%2E`.
public struct URLPath: Sendable, Hashable {
    /// The percent-encoded path, with the query if there is one.
    public let encoded: String

    /// The secrets in the path, not percent-encoded.
    package let secrets: [String]

    /// The reason the path is invalid, or `nil` if it is valid.
    package let invalidReason: String?

    /// The URL, if the path was created from a URL or from a literal that begins with `http://` or `https://`.
    package let literalURL: String?

    /// Creates a path from percent-encoded text.
    ///
    /// - Parameter text: The path, with an optional query after a `?`.
    public init(encoded text: String) {
        self.init(encoded: text, invalidReason: nil)
    }

    /// Creates a path from percent-encoded text, which is invalid if a reason is given.
    package init(encoded text: String, invalidReason: String?, literalURL: String? = nil, secrets: [String] = []) {
        encoded = PercentEncoding.complete(text)
        self.secrets = secrets
        self.invalidReason = invalidReason
        self.literalURL = literalURL
    }

    /// Returns the path for a text, whose segments are separated by slashes and not percent-encoded.
    ///
    ///     Endpoint<Tag>(.path("tags/日本 語"))         // /tags/%E6%97%A5%E6%9C%AC%20%E8%AA%9E
    ///
    /// - Parameter text: The text. The characters of each segment are percent-encoded, including `?`. The path is invalid
    ///   if a segment is `.` or `..`, or empty between two slashes.
    /// - Returns: The path. A request with an invalid path fails before it is sent.
    public static func path(_ text: String) -> URLPath {
        // A URL can contain a password, so it is not part of the error.
        if isURL(text) {
            return URLPath(encoded: "", invalidReason: "the path is a complete URL. Use URLPath.url(_:) for a URL")
        }
        // Splits by Unicode scalars, as a slash followed by a combining character is still a slash in the encoded path.
        let segments = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        let inner = segments.enumerated().filter { $0.offset > 0 && $0.offset < segments.count - 1 }
        var reason: String?
        if inner.contains(where: \.element.isEmpty) {
            reason = "the path contains an empty segment. Remove the repeated slash"
        } else if let dots = segments.first(where: { $0 == "." || $0 == ".." }) {
            reason = "the path contains the segment \"\(dots)\", which changes the requested resource. Remove it"
        }
        return URLPath(encoded: segments.map(PercentEncoding.encode).joined(separator: "/"), invalidReason: reason)
    }

    /// Returns the path for a complete URL, which is used instead of the base URL.
    ///
    /// - Parameter url: The URL, beginning with `https://` or `http://`. Otherwise, the path is invalid.
    /// - Returns: The path. A request with an invalid path fails before it is sent.
    public static func url(_ url: some URLConvertible) -> URLPath {
        let text = url.urlText
        if isURL(text) { return URLPath(encoded: "", invalidReason: nil, literalURL: text) }
        // The text can contain a password, so it is not part of the error.
        return URLPath(
            encoded: "",
            invalidReason: "the URL does not begin with https:// or http://. Use URLPath.path(_:) for a path")
    }

    /// Returns whether text begins with `http://` or `https://`, in any case.
    static func isURL(_ text: String) -> Bool {
        let start = HTTPToken.lowercased(String(text.prefix(8)))
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }
}

extension URLPath: CustomStringConvertible, CustomReflectable {
    /// The percent-encoded path, or the URL, with secrets redacted.
    public var description: String {
        var redactor = Redactor()
        for secret in secrets { redactor.learn(secret, minimumLength: 1) }
        return redactor.baseURL(literalURL ?? encoded)
    }

    /// A mirror that contains only the description, so that `dump` does not print secrets.
    public var customMirror: Mirror { Mirror(self, children: ["path": description], displayStyle: .struct) }
}

extension URLPath: ExpressibleByStringInterpolation {
    /// Creates a path from a string literal.
    ///
    /// - Parameter value: The path, with an optional query after a `?`.
    public init(stringLiteral value: String) {
        self.init(encoded: value, invalidReason: nil, literalURL: Self.isURL(value) ? value : nil)
    }

    /// Creates a path from an interpolated string literal.
    ///
    /// - Parameter stringInterpolation: The segments of the literal.
    public init(stringInterpolation: StringInterpolation) {
        var interpolation = stringInterpolation
        interpolation.endSegment()
        encoded = interpolation.text
        secrets = interpolation.secrets
        invalidReason = interpolation.invalidReason
        literalURL = interpolation.literalURL
    }

    /// A builder of a path from the segments of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var invalidReason: String?
        fileprivate var literalURL: String?
        fileprivate var secrets: [String] = []
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
            // Only the literal itself can begin a URL, not an interpolated value.
            if isEmpty, URLPath.isURL(literal) { literalURL = "" }
            literalURL? += literal
            appendEncoded(literal)
        }

        /// Whether nothing has been appended.
        private var isEmpty: Bool { text.isEmpty && !containsValue && literalURL == nil }

        private mutating func appendEncoded(_ literal: String) {
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
            literalURL? += encoded
            segment += encoded
            containsValue = true
        }

        /// Appends a secret, percent-encoded so that it stays inside its segment.
        ///
        /// Errors, logs, traces and cassettes redact it wherever it occurs.
        ///
        /// - Parameter value: The value, converted to text by its description.
        public mutating func appendInterpolation(secret value: some CustomStringConvertible) {
            secrets.append(value.description)
            appendInterpolation(value.description)
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
        /// - Parameter path: The path. If it is invalid, or a complete URL that is not at the beginning, the resulting
        ///   path is invalid too.
        public mutating func appendInterpolation(_ path: URLPath) {
            if let url = path.literalURL {
                if !isEmpty { invalidReason = invalidReason ?? "a complete URL is not at the beginning of the path" }
                appendEncoded(path.encoded)
                literalURL = url
            } else {
                appendInterpolation(encoded: path.encoded)
            }
            secrets += path.secrets
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
            literalURL? += encoded
            appendEncoded(encoded)
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
