extension Token {
    /// The project that a token is scoped to.
    public struct Project: Sendable, Hashable, Identifiable, Decodable {
        /// The project ID.
        public var id: String

        /// The project name.
        public var name: String

        /// The domain of the project.
        public var domain: Domain

        /// Creates a project.
        ///
        /// - Parameters:
        ///   - id: The project ID.
        ///   - name: The project name.
        ///   - domain: The domain of the project.
        public init(id: String, name: String, domain: Domain) {
            self.id = id
            self.name = name
            self.domain = domain
        }
    }

    /// A trust, with which a user delegates roles to another user.
    public struct Trust: Sendable, Hashable, Identifiable {
        /// The trust ID.
        public var id: String

        /// Whether the trustee impersonates the trustor, or `nil` if the response omits it (JSON key: `impersonation`).
        public var isImpersonated: Bool?

        /// Creates a trust.
        ///
        /// - Parameters:
        ///   - id: The trust ID.
        ///   - isImpersonated: Whether the trustee impersonates the trustor.
        public init(id: String, isImpersonated: Bool? = nil) {
            self.id = id
            self.isImpersonated = isImpersonated
        }
    }

    /// An application credential, with which a program authenticates on behalf of a user.
    public struct ApplicationCredential: Sendable, Hashable, Identifiable {
        /// The credential ID.
        public var id: String

        /// The credential name.
        public var name: String

        /// Whether the credential cannot create other credentials, or `nil` if the response omits it (JSON key:
        /// `restricted`).
        public var isRestricted: Bool?

        /// Creates a credential.
        ///
        /// - Parameters:
        ///   - id: The credential ID.
        ///   - name: The credential name.
        ///   - isRestricted: Whether the credential cannot create other credentials.
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
