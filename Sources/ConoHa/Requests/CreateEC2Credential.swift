public import RillHTTP

/// A new pair of keys: `POST /v3/users/{id}/credentials/OS-EC2`.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-create_credential-v3>, read 2026-11-21.
public struct CreateEC2Credential: Request, Hashable {
    /// The pair.
    public typealias Response = EC2Credential

    /// The user that it is for.
    public var userID: User.ID

    /// The project that it is good for.
    public var tenantID: Project.ID

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - userID: The user that it is for.
    ///   - tenantID: The project that it is good for.
    public init(userID: User.ID, tenantID: Project.ID) {
        self.userID = userID
        self.tenantID = tenantID
    }

    /// `POST`.
    public var method: HTTPRequest.Method { .post }

    /// `/v3/users/`, the user's id in one segment, and `/credentials/OS-EC2`.
    public var path: URLPath { .ec2Credentials(of: userID) }

    /// The project, as `tenant_id`.
    public var body: HTTPBody? { get throws { try .json(["tenant_id": tenantID]) } }

    /// Reads what stands below `credential`.
    public var parser: ResponseParser<EC2Credential> { .json(at: "credential") }
}

extension URLPath {
    /// Where the pairs of keys of a user are.
    static func ec2Credentials(of userID: User.ID) -> URLPath { "/v3/users/\(userID)/credentials/OS-EC2" }
}
