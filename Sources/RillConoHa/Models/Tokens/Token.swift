public import Foundation

/// A token of version 3 with its user, scope and expiration date.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#authentication-and-token-management>, read 2026-11-21.
public struct Token: Sendable, Hashable, Identifiable {
    /// The token, from the header field `X-Subject-Token`.
    ///
    /// It is sent as `X-Auth-Token`.
    public var id: Secret

    /// The authentication methods used to issue the token and the token that it was issued from, if any.
    public var methods: [AuthenticationMethod]

    /// The user of the token.
    public var user: User

    /// The audit IDs of the token and of the token it was issued from (JSON key: `audit_ids`).
    public var auditIDs: [String]

    /// The issue date (JSON key: `issued_at`).
    public var issuedAt: Date

    /// The expiration date (JSON key: `expires_at`).
    ///
    /// A token issued from another token does not expire later than that token.
    public var expiresAt: Date

    /// The scope and the roles.
    ///
    /// Empty for an unscoped token.
    public var grant: Grant

    /// The service catalog.
    ///
    /// `nil` for an unscoped token, or if the request omitted the catalog.
    public var catalog: Catalog?

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - id: The token.
    ///   - methods: The authentication methods.
    ///   - user: The user of the token.
    ///   - auditIDs: The audit IDs.
    ///   - issuedAt: The issue date.
    ///   - expiresAt: The expiration date.
    ///   - grant: The scope and the roles.
    ///   - catalog: The service catalog.
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

    /// The project that the token is scoped to, or `nil` if there is none.
    public var project: Project? { grant.project }

    /// The roles of the user.
    ///
    /// Empty for an unscoped token.
    public var roles: [Role] { grant.roles }

    /// The user of a token.
    public struct User: Sendable, Hashable, Identifiable {
        /// The user ID.
        public var id: String

        /// The user name.
        public var name: String

        /// The domain of the user.
        public var domain: Domain

        /// The expiration date of the password, or `nil` if it does not expire (JSON key: `password_expires_at`).
        public var passwordExpiresAt: Date?

        /// Creates a user.
        ///
        /// - Parameters:
        ///   - id: The user ID.
        ///   - name: The user name.
        ///   - domain: The domain of the user.
        ///   - passwordExpiresAt: The expiration date of the password.
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
