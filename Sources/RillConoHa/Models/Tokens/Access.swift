public import Foundation

/// The response to a token request of version 2.0: the token, the service catalog and the user.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps2/api-identity-vps2/identity-post_tokens-v2/>, read 2026-11-21.
public struct Access: Sendable, Hashable {
    /// The token.
    public var token: Token

    /// The service catalog.
    ///
    /// Empty if the token is unscoped (JSON key: `serviceCatalog`).
    public var catalog: Catalog

    /// The authenticated user.
    public var user: User

    /// Additional information about the user, or `nil` if the response omits it.
    public var metadata: Metadata?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - catalog: The service catalog.
    ///   - user: The authenticated user.
    ///   - metadata: Additional information about the user.
    public init(token: Token, catalog: Catalog = Catalog(), user: User, metadata: Metadata? = nil) {
        self.token = token
        self.catalog = catalog
        self.user = user
        self.metadata = metadata
    }

    /// A token of version 2.0.
    public struct Token: Sendable, Hashable, Identifiable {
        /// The token, which is sent as `X-Auth-Token`.
        public var id: Secret

        /// The issue date (JSON key: `issued_at`).
        ///
        /// ConoHa writes it in UTC without a time zone.
        public var issuedAt: Date

        /// The expiration date (JSON key: `expires`).
        public var expiresAt: Date

        /// The tenant that the token is scoped to, or `nil` if it is unscoped.
        public var tenant: Tenant?

        /// The audit IDs of the token and of the token it was issued from, or `nil` if the response omits them (JSON
        /// key: `audit_ids`).
        public var auditIDs: [String]?

        /// Creates a token.
        ///
        /// - Parameters:
        ///   - id: The token.
        ///   - issuedAt: The issue date.
        ///   - expiresAt: The expiration date.
        ///   - tenant: The tenant that the token is scoped to.
        ///   - auditIDs: The audit IDs.
        public init(id: Secret, issuedAt: Date, expiresAt: Date, tenant: Tenant? = nil, auditIDs: [String]? = nil) {
            self.id = id
            self.issuedAt = issuedAt
            self.expiresAt = expiresAt
            self.tenant = tenant
            self.auditIDs = auditIDs
        }
    }
}

extension Access: Decodable {
    private enum CodingKeys: String, CodingKey {
        case token
        case catalog = "serviceCatalog"
        case user
        case metadata
    }
}

extension KeyedDecodingContainer {
    /// Decodes a catalog, which is empty if it is missing, for the synthesized initializer.
    fileprivate func decode(_ type: Catalog.Type, forKey key: Key) throws -> Catalog {
        try decodeIfPresent(type, forKey: key) ?? Catalog()
    }
}

extension Access.Token: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case issuedAt = "issued_at"
        case expiresAt = "expires"
        case tenant
        case auditIDs = "audit_ids"
    }
}
