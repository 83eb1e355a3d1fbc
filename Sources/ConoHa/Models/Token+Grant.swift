extension Token {
    /// What a token is good for: one of a project, a domain and the whole system, or nothing but other tokens.
    public struct Grant: Sendable, Hashable {
        /// The project that it is for; nil if it is for none.
        public var project: Project?

        /// Whether the project is a domain at the same time; nil if the service does not say; the key `is_domain`.
        public var isDomain: Bool?

        /// The domain that it is for; nil if it is for none.
        public var domain: Domain?

        /// Whether it is for the system; the key `system`.
        public var isSystem: Bool

        /// What another user has allowed its own to do; nil if nobody has; the key `OS-TRUST:trust`.
        public var trust: Trust?

        /// The credential that it was obtained by; nil if it was obtained by something else; the key
        /// `application_credential`.
        public var applicationCredential: ApplicationCredential?

        /// What its user may do; empty without a scope.
        public var roles: [Role]

        /// Creates a grant; without anything in it, that of a token without a scope.
        ///
        /// - Parameters:
        ///   - project: The project that it is for.
        ///   - isDomain: Whether the project is a domain at the same time.
        ///   - domain: The domain that it is for.
        ///   - isSystem: Whether it is for the system.
        ///   - trust: What another user has allowed its own to do.
        ///   - applicationCredential: The credential that it was obtained by.
        ///   - roles: What its user may do.
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

    /// Reads what stands in the object of a token.
    ///
    /// - Parameter decoder: Holds the object of a token.
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
