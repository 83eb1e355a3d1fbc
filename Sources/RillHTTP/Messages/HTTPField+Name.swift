extension HTTPField {
    /// The name of a field; an open set, compared without regard to case.
    public struct Name: Sendable, Hashable, LosslessStringConvertible {
        /// The name as it was spelt when it was created.
        public let rawName: String

        /// The name in lower case: what is compared, and what HTTP/2 and later send.
        public let canonicalName: String

        /// Creates a name.
        ///
        /// - Parameter name: The name in any case. The result is nil if it is not a token (RFC 9110, 5.6.2).
        public init?(_ name: String) {
            guard HTTPToken.isValid(name) else { return nil }
            self.init(rawName: name, canonicalName: HTTPToken.lowercased(name))
        }

        /// Creates a name that stands in the source; traps if it is not a token.
        ///
        /// - Parameter name: The name in any case.
        public init(literal name: StaticString) {
            let name = name.description
            precondition(HTTPToken.isValid(name), "\"\(name)\" cannot be a field's name: it is not a token")
            self.init(rawName: name, canonicalName: HTTPToken.lowercased(name))
        }

        /// Creates a name from the bytes of a head; nil if they are not a token.
        init?(_ bytes: UnsafeBufferPointer<UInt8>) {
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

        /// Creates a name whose two spellings are known to be right.
        init(rawName: String, canonicalName: String) {
            self.rawName = rawName
            self.canonicalName = canonicalName
        }

        /// The name as it was spelt when it was created.
        public var description: String { rawName }

        /// Whether values under this name are secrets that no text may show.
        package var isSecret: Bool { SecretNames.containsField(canonicalName) }

        /// Compares without regard to case.
        ///
        /// - Parameters:
        ///   - lhs: A name.
        ///   - rhs: Another name.
        /// - Returns: Whether the canonical names are equal.
        public static func == (lhs: Self, rhs: Self) -> Bool { lhs.canonicalName == rhs.canonicalName }

        /// Feeds the canonical name to the hasher.
        ///
        /// - Parameter hasher: The hasher.
        public func hash(into hasher: inout Hasher) { hasher.combine(canonicalName) }
    }
}
