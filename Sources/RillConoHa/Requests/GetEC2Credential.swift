public import RillHTTP

/// Gets an EC2 credential of a user: `GET /v3/users/{id}/credentials/OS-EC2/{access}`.
///
/// - SeeAlso: ``CreateEC2Credential``
public struct GetEC2Credential: Request, Hashable {
    /// The credential.
    public typealias Response = EC2Credential

    /// The ID of the user.
    public var userID: User.ID

    /// The access key of the credential.
    public var access: EC2Credential.ID

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - userID: The ID of the user.
    ///   - access: The access key of the credential.
    public init(userID: User.ID, access: EC2Credential.ID) {
        self.userID = userID
        self.access = access
    }

    /// `/v3/users/{id}/credentials/OS-EC2/{access}`, with the user ID and the access key percent-encoded as one path
    /// segment each.
    public var path: URLPath { "\(URLPath.ec2Credentials(of: userID))/\(access)" }

    /// Decodes the value of the key `credential`.
    public var parser: ResponseParser<EC2Credential> { .json(at: "credential").validateJSON().withSecretBody }
}
