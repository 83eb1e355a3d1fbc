internal import Foundation

extension Token {
    /// The response body of a token request: all properties of the token except its value.
    struct Body: Sendable, Decodable {
        /// The token with an empty value.
        let token: Token

        private enum CodingKeys: String, CodingKey {
            case methods
            case user
            case auditIDs = "audit_ids"
            case issuedAt = "issued_at"
            case expiresAt = "expires_at"
            case catalog
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            token = Token(
                id: "", methods: try container.decode([AuthenticationMethod].self, forKey: .methods),
                user: try container.decode(User.self, forKey: .user),
                auditIDs: try container.decodeIfPresent([String].self, forKey: .auditIDs) ?? [],
                issuedAt: try container.decode(Date.self, forKey: .issuedAt),
                expiresAt: try container.decode(Date.self, forKey: .expiresAt),
                // The keys of the grant are in the same object.
                grant: try Grant(from: decoder),
                catalog: try container.decodeIfPresent(Catalog.self, forKey: .catalog))
        }
    }
}
