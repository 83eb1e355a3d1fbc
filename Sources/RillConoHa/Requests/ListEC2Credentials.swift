public import RillHTTP

/// Lists the EC2 credentials of a user: `GET /v3/users/{id}/credentials/OS-EC2`.
///
/// - SeeAlso: ``CreateEC2Credential``
public struct ListEC2Credentials: Request, Hashable {
    /// The credentials.
    public typealias Response = [EC2Credential]

    /// The ID of the user.
    public var userID: User.ID

    /// Creates a request.
    ///
    /// - Parameter userID: The ID of the user.
    public init(userID: User.ID) {
        self.userID = userID
    }

    /// `/v3/users/{id}/credentials/OS-EC2`, with the user ID percent-encoded as one path segment.
    public var path: URLPath { .ec2Credentials(of: userID) }

    /// Decodes the value of the key `credentials`.
    public var parser: ResponseParser<[EC2Credential]> { .json(at: "credentials").validateJSON().withSecretBody }
}
