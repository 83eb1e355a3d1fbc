/// A pair of keys for tools that speak the protocols of EC2 and S3.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-create_credential-v3>, read 2026-11-21.
public struct EC2Credential: Sendable, Hashable, Identifiable {
    /// The key that names the pair; what it is called in paths.
    public var access: String

    /// The key that signs.
    public var secret: Secret

    /// The user that it belongs to; the key `user_id`.
    public var userID: User.ID

    /// The project that it is good for; the key `tenant_id`.
    public var tenantID: Project.ID

    /// The trust that it was made under; nil if there is none; the key `trust_id`.
    public var trustID: String?

    /// The key that names the pair.
    public var id: String { access }

    /// Creates a credential.
    ///
    /// - Parameters:
    ///   - access: The key that names the pair.
    ///   - secret: The key that signs.
    ///   - userID: The user that it belongs to.
    ///   - tenantID: The project that it is good for.
    ///   - trustID: The trust that it was made under.
    public init(access: String, secret: Secret, userID: User.ID, tenantID: Project.ID, trustID: String? = nil) {
        self.access = access
        self.secret = secret
        self.userID = userID
        self.tenantID = tenantID
        self.trustID = trustID
    }
}

extension EC2Credential: Decodable {
    private enum CodingKeys: String, CodingKey {
        case access
        case secret
        case userID = "user_id"
        case tenantID = "tenant_id"
        case trustID = "trust_id"
    }
}
