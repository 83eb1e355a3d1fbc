internal import Foundation

extension Token {
    /// The response body of a token request: all properties of the token except its value.
    struct Body: Sendable, Decodable {
        let methods: [AuthenticationMethod]
        let user: User
        let auditIDs: [String]
        let issuedAt: Date
        let expiresAt: Date
        let grant: Grant
        let catalog: Catalog?

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
            methods = try container.decode([AuthenticationMethod].self, forKey: .methods)
            user = try container.decode(User.self, forKey: .user)
            auditIDs = try container.decodeIfPresent([String].self, forKey: .auditIDs) ?? []
            issuedAt = try container.decode(Date.self, forKey: .issuedAt)
            expiresAt = try container.decode(Date.self, forKey: .expiresAt)
            catalog = try container.decodeIfPresent(Catalog.self, forKey: .catalog)
            // The keys of the grant are in the same object.
            grant = try Grant(from: decoder)
        }
    }

    init(id: Secret, body: Body) {
        self.init(
            id: id, methods: body.methods, user: body.user, auditIDs: body.auditIDs, issuedAt: body.issuedAt,
            expiresAt: body.expiresAt, grant: body.grant, catalog: body.catalog)
    }
}
