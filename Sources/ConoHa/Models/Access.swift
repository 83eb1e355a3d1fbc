public import Foundation

/// What version 2.0 answers a log-in with: a token, where it can be used, and who has it.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps2/api-identity-vps2/identity-post_tokens-v2/>, read 2026-11-21.
public struct Access: Sendable, Hashable {
    /// The token.
    public var token: Token

    /// The services, and where they are; empty if the token is for no tenant; the key `serviceCatalog`.
    public var catalog: Catalog

    /// Who has logged in.
    public var user: User

    /// What else there is to know; nil if the service does not say.
    public var metadata: Metadata?

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - catalog: The services, and where they are.
    ///   - user: Who has logged in.
    ///   - metadata: What else there is to know.
    public init(token: Token, catalog: Catalog = Catalog(), user: User, metadata: Metadata? = nil) {
        self.token = token
        self.catalog = catalog
        self.user = user
        self.metadata = metadata
    }

    /// A token of version 2.0.
    public struct Token: Sendable, Hashable, Identifiable {
        /// The token itself: what is sent as `X-Auth-Token`.
        public var id: Secret

        /// When it was issued; the key `issued_at`, which ConoHa writes in UTC and without a zone.
        public var issuedAt: Date

        /// Until when it is good; the key `expires`.
        public var expiresAt: Date

        /// Whose services it is for; nil if it is for no tenant.
        public var tenant: Tenant?

        /// By what a log of the service's calls it, and the token that it was made of; nil if the service does not say; the
        /// key `audit_ids`.
        public var auditIDs: [String]?

        /// Creates a token.
        ///
        /// - Parameters:
        ///   - id: The token itself.
        ///   - issuedAt: When it was issued.
        ///   - expiresAt: Until when it is good.
        ///   - tenant: Whose services it is for.
        ///   - auditIDs: By what a log of the service's calls it.
        public init(
            id: Secret, issuedAt: Date, expiresAt: Date, tenant: Tenant? = nil, auditIDs: [String]? = nil
        ) {
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

    /// Reads the value of the key `access`.
    ///
    /// - Parameter decoder: Holds an object.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            token: try container.decode(Token.self, forKey: .token),
            catalog: try container.decodeIfPresent(Catalog.self, forKey: .catalog) ?? Catalog(),
            user: try container.decode(User.self, forKey: .user),
            metadata: try container.decodeIfPresent(Metadata.self, forKey: .metadata))
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
