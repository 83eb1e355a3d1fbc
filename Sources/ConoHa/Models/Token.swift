public import Foundation

/// A token of version 3: what is sent as `X-Auth-Token`, who has it, what it is good for, and for how long.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#authentication-and-token-management>, read 2026-11-21.
public struct Token: Sendable, Hashable, Identifiable {
    /// The token itself; it comes in the header field `X-Subject-Token`.
    public var id: Secret

    /// By what it was obtained; those of the token that it was made of, too.
    public var methods: [AuthenticationMethod]

    /// Who has it.
    public var user: User

    /// By what a log of the service's calls it, and the token that it was made of; the key `audit_ids`.
    public var auditIDs: [String]

    /// When it was issued; the key `issued_at`.
    public var issuedAt: Date

    /// Until when it is good; the key `expires_at`.
    ///
    /// A token that was made of another is good no longer than that.
    public var expiresAt: Date

    /// What it is good for; all of it nil or empty in a token without a scope.
    public var grant: Grant

    /// The services, and where they are; nil in a token without a scope, and if it was asked for without.
    public var catalog: Catalog?

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - id: The token itself.
    ///   - methods: By what it was obtained.
    ///   - user: Who has it.
    ///   - auditIDs: By what a log of the service's calls it.
    ///   - issuedAt: When it was issued.
    ///   - expiresAt: Until when it is good.
    ///   - grant: What it is good for.
    ///   - catalog: The services, and where they are.
    public init(
        id: Secret, methods: [AuthenticationMethod] = [.password], user: User, auditIDs: [String] = [],
        issuedAt: Date, expiresAt: Date, grant: Grant = Grant(), catalog: Catalog? = nil
    ) {
        self.id = id
        self.methods = methods
        self.user = user
        self.auditIDs = auditIDs
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.grant = grant
        self.catalog = catalog
    }

    /// The project that it is for; nil if it is for none.
    public var project: Project? { grant.project }

    /// What its user may do there; empty in a token without a scope.
    public var roles: [Role] { grant.roles }

    /// The user of a token.
    public struct User: Sendable, Hashable, Identifiable {
        /// The user's id.
        public var id: String

        /// The user's name.
        public var name: String

        /// What the user belongs to.
        public var domain: Domain

        /// When the password has to be changed; nil if it has not; the key `password_expires_at`.
        public var passwordExpiresAt: Date?

        /// Creates a user.
        ///
        /// - Parameters:
        ///   - id: The user's id.
        ///   - name: The user's name.
        ///   - domain: What the user belongs to.
        ///   - passwordExpiresAt: When the password has to be changed.
        public init(id: String, name: String, domain: Domain, passwordExpiresAt: Date? = nil) {
            self.id = id
            self.name = name
            self.domain = domain
            self.passwordExpiresAt = passwordExpiresAt
        }
    }
}

extension Token.User: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case domain
        case passwordExpiresAt = "password_expires_at"
    }
}
