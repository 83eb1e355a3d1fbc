extension HTTPField {
    /// A header field name.
    ///
    /// Names are case-insensitive, and any token is a valid name. Names can be written as string literals:
    ///
    ///     let endpoint = Endpoint<Item>("/items/7", headerFields: ["X-Trace": "on"])
    public struct Name: Sendable, Hashable, LosslessStringConvertible {
        /// The name with its original capitalization.
        public let rawName: String

        /// The name in lowercase, which is used in comparisons and sent in HTTP/2 and later.
        public let canonicalName: String

        /// Creates a name, or returns `nil` if the string is not a token (RFC 9110, 5.6.2).
        ///
        /// - Parameter name: The name in any case.
        public init?(_ name: String) {
            guard HTTPToken.isValid(name) else { return nil }
            self.init(rawName: name, canonicalName: HTTPToken.lowercased(name))
        }

        /// Creates a name from a string literal.
        ///
        /// Traps if it is not a token.
        ///
        /// - Parameter name: The name in any case.
        public init(literal name: StaticString) {
            let name = name.description
            precondition(HTTPToken.isValid(name), "invalid header field name \"\(name)\": not a token")
            self.init(rawName: name, canonicalName: HTTPToken.lowercased(name))
        }

        /// Creates a name from bytes of a message head, or returns `nil` if they are not a token.
        package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
            guard !bytes.isEmpty else { return nil }
            let token = ASCIISet.token
            var hasCapitals = false
            for byte in bytes {
                guard token.contains(byte) else { return nil }
                if 0x41...0x5A ~= byte { hasCapitals = true }
            }
            let name = String(decoding: bytes, as: UTF8.self)
            self.init(rawName: name, canonicalName: hasCapitals ? FieldText.lowercased(bytes) : name)
        }

        /// Creates a name from its original and its lowercase spelling without validating them.
        package init(rawName: String, canonicalName: String) {
            self.rawName = rawName
            self.canonicalName = canonicalName
        }

        /// The name with its original capitalization.
        public var description: String { rawName }

        /// Whether values of this field are secrets that must be redacted.
        package var isSecret: Bool { SecretNames.contains(canonicalName, in: .field) }

        /// Compares two names, ignoring case.
        ///
        /// - Parameters:
        ///   - lhs: A name.
        ///   - rhs: Another name.
        /// - Returns: `true` if the canonical names are equal.
        public static func == (lhs: Self, rhs: Self) -> Bool { lhs.canonicalName == rhs.canonicalName }

        /// Feeds the canonical name to the hasher.
        ///
        /// - Parameter hasher: The hasher.
        public func hash(into hasher: inout Hasher) { hasher.combine(canonicalName) }
    }
}

extension HTTPField.Name: ExpressibleByStringLiteral {
    /// Creates a name from a string literal.
    ///
    /// If the literal is not a token, debug builds trap, and in release builds every request with the field fails
    /// before it is sent.
    ///
    /// - Parameter value: The name in any case.
    public init(stringLiteral value: String) {
        assert(HTTPToken.isValid(value), Self.invalidNameText(value))
        self.init(rawName: value, canonicalName: HTTPToken.lowercased(value))
    }

    /// Whether the name is a token.
    ///
    /// In release builds, a name that was created from an invalid literal is not a token.
    var isValid: Bool { HTTPToken.isValid(canonicalName) }

    /// Returns the text of the error for an invalid name.
    static func invalidNameText(_ name: String) -> String {
        "the header field name \"\(BodyText.line(name))\" is invalid: use only letters, digits and !#$%&'*+-.^_`|~"
    }
}
