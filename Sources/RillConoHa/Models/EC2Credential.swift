/// An EC2 credential: a key pair for tools that use the EC2 or S3 API.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-create_credential-v3>, read 2026-11-21.
public struct EC2Credential: Sendable, Hashable, Identifiable {
    /// The access key, which identifies the credential in paths.
    public var access: String

    /// The secret key, which signs requests.
    public var secret: Secret

    /// The ID of the user (JSON key: `user_id`).
    public var userID: User.ID

    /// The ID of the project that the credential gives access to (JSON key: `tenant_id`).
    public var tenantID: Project.ID

    /// The ID of the trust under which the credential was created, or `nil` if there is none (JSON key: `trust_id`).
    public var trustID: String?

    /// The access key.
    public var id: String { access }

    /// Creates a credential.
    ///
    /// - Parameters:
    ///   - access: The access key.
    ///   - secret: The secret key.
    ///   - userID: The ID of the user.
    ///   - tenantID: The ID of the project that the credential gives access to.
    ///   - trustID: The ID of the trust under which the credential was created.
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
