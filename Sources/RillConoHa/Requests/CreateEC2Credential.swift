public import RillHTTP

/// Creates an EC2 credential: `POST /v3/users/{id}/credentials/OS-EC2`.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-create_credential-v3>, read 2026-11-21.
public struct CreateEC2Credential: Request, Hashable {
    /// The created credential.
    public typealias Response = EC2Credential

    /// The ID of the user.
    public var userID: User.ID

    /// The ID of the project that the credential gives access to.
    public var tenantID: Project.ID

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - userID: The ID of the user.
    ///   - tenantID: The ID of the project that the credential gives access to.
    public init(userID: User.ID, tenantID: Project.ID) {
        self.userID = userID
        self.tenantID = tenantID
    }

    /// `POST`.
    public var method: HTTPRequest.Method { .post }

    /// `/v3/users/{id}/credentials/OS-EC2`, with the user ID percent-encoded as one path segment.
    public var path: URLPath { .ec2Credentials(of: userID) }

    /// A JSON object with the project ID as `tenant_id`.
    public var body: HTTPBody { .json(["tenant_id": tenantID]) }

    /// Decodes the value of the key `credential`.
    public var parser: ResponseParser<EC2Credential> { .json(at: "credential").validateJSON().withSecretBody }
}

extension URLPath {
    /// The path of a user's EC2 credentials.
    static func ec2Credentials(of userID: User.ID) -> URLPath { "/v3/users/\(userID)/credentials/OS-EC2" }
}
