extension Token {
    /// The project that a token is for.
    public struct Project: Sendable, Hashable, Identifiable, Decodable {
        /// The project's id.
        public var id: String

        /// The project's name.
        public var name: String

        /// What it belongs to.
        public var domain: Domain

        /// Creates a project.
        ///
        /// - Parameters:
        ///   - id: The project's id.
        ///   - name: The project's name.
        ///   - domain: What it belongs to.
        public init(id: String, name: String, domain: Domain) {
            self.id = id
            self.name = name
            self.domain = domain
        }
    }

    /// What a user has allowed another to do in the own name.
    public struct Trust: Sendable, Hashable, Identifiable {
        /// The trust's id.
        public var id: String

        /// Whether the other appears as the user who trusts; nil if the service does not say; the key `impersonation`.
        public var isImpersonated: Bool?

        /// Creates a trust.
        ///
        /// - Parameters:
        ///   - id: The trust's id.
        ///   - isImpersonated: Whether the other appears as the user who trusts.
        public init(id: String, isImpersonated: Bool? = nil) {
            self.id = id
            self.isImpersonated = isImpersonated
        }
    }

    /// What a user has made for a program to log in with.
    public struct ApplicationCredential: Sendable, Hashable, Identifiable {
        /// The credential's id.
        public var id: String

        /// The credential's name.
        public var name: String

        /// Whether it cannot make other credentials; nil if the service does not say; the key `restricted`.
        public var isRestricted: Bool?

        /// Creates a credential.
        ///
        /// - Parameters:
        ///   - id: The credential's id.
        ///   - name: The credential's name.
        ///   - isRestricted: Whether it cannot make other credentials.
        public init(id: String, name: String, isRestricted: Bool? = nil) {
            self.id = id
            self.name = name
            self.isRestricted = isRestricted
        }
    }
}

extension Token.Trust: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case isImpersonated = "impersonation"
    }
}

extension Token.ApplicationCredential: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case isRestricted = "restricted"
    }
}
