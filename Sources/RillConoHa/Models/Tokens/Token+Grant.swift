extension Token {
    /// The scope and the roles of a token.
    ///
    /// The scope is a project, a domain, the entire system, or none.
    public struct Grant: Sendable, Hashable {
        /// The project that the token is scoped to, or `nil` if there is none.
        public var project: Project?

        /// Whether the project is also a domain, or `nil` if the response omits it (JSON key: `is_domain`).
        public var isDomain: Bool?

        /// The domain that the token is scoped to, or `nil` if there is none.
        public var domain: Domain?

        /// Whether the token is scoped to the system (JSON key: `system`).
        public var isSystem: Bool

        /// The trust under which the token was issued, or `nil` if there is none (JSON key: `OS-TRUST:trust`).
        public var trust: Trust?

        /// The application credential with which the token was issued, or `nil` if another method was used (JSON key:
        /// `application_credential`).
        public var applicationCredential: ApplicationCredential?

        /// The roles of the user.
        ///
        /// Empty if the token is unscoped.
        public var roles: [Role]

        /// Creates a grant.
        ///
        /// Without arguments, creates the grant of an unscoped token.
        ///
        /// - Parameters:
        ///   - project: The project that the token is scoped to.
        ///   - isDomain: Whether the project is also a domain.
        ///   - domain: The domain that the token is scoped to.
        ///   - isSystem: Whether the token is scoped to the system.
        ///   - trust: The trust under which the token was issued.
        ///   - applicationCredential: The application credential with which the token was issued.
        ///   - roles: The roles of the user.
        public init(
            project: Project? = nil, isDomain: Bool? = nil, domain: Domain? = nil, isSystem: Bool = false,
            trust: Trust? = nil, applicationCredential: ApplicationCredential? = nil, roles: [Role] = []
        ) {
            self.project = project
            self.isDomain = isDomain
            self.domain = domain
            self.isSystem = isSystem
            self.trust = trust
            self.applicationCredential = applicationCredential
            self.roles = roles
        }
    }
}

extension Token.Grant: Decodable {
    private enum CodingKeys: String, CodingKey {
        case project
        case isDomain = "is_domain"
        case domain
        case system
        case trust = "OS-TRUST:trust"
        case applicationCredential = "application_credential"
        case roles
    }

    /// Decodes the grant from the object of a token.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            project: try container.decodeIfPresent(Token.Project.self, forKey: .project),
            isDomain: try container.decodeIfPresent(Bool.self, forKey: .isDomain),
            domain: try container.decodeIfPresent(Domain.self, forKey: .domain),
            isSystem: try container.decodeIfPresent([String: Bool].self, forKey: .system)?["all"] ?? false,
            trust: try container.decodeIfPresent(Token.Trust.self, forKey: .trust),
            applicationCredential: try container.decodeIfPresent(
                Token.ApplicationCredential.self, forKey: .applicationCredential),
            roles: try container.decodeIfPresent([Role].self, forKey: .roles) ?? [])
    }
}
