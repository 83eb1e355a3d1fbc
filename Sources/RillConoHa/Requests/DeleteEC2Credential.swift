public import RillHTTP

/// Deletes an EC2 credential: `DELETE /v3/users/{id}/credentials/OS-EC2/{access}`.
///
/// - SeeAlso: ``CreateEC2Credential``
public struct DeleteEC2Credential: Request, Hashable {
    /// No value.
    public typealias Response = Void

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

    /// `DELETE`.
    public var method: HTTPRequest.Method { .delete }

    /// `/v3/users/{id}/credentials/OS-EC2/{access}`, with the user ID and the access key percent-encoded as one path
    /// segment each.
    public var path: URLPath { "\(URLPath.ec2Credentials(of: userID))/\(access)" }

    /// Ignores the body, which must be JSON or empty.
    public var parser: ResponseParser<Void> { .nothing.validateJSON() }
}
