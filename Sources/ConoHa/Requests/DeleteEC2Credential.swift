public import RillHTTP

/// Takes a pair of keys away: `DELETE /v3/users/{id}/credentials/OS-EC2/{access}`.
///
/// - SeeAlso: ``CreateEC2Credential``
public struct DeleteEC2Credential: Request, Hashable {
    /// Nothing.
    public typealias Response = Void

    /// The user that it belongs to.
    public var userID: User.ID

    /// The key that names the pair.
    public var access: EC2Credential.ID

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - userID: The user that it belongs to.
    ///   - access: The key that names the pair.
    public init(userID: User.ID, access: EC2Credential.ID) {
        self.userID = userID
        self.access = access
    }

    /// `DELETE`.
    public var method: HTTPRequest.Method { .delete }

    /// `/v3/users/`, the user's id, `/credentials/OS-EC2/` and the key, each in one segment.
    public var path: URLPath { "\(URLPath.ec2Credentials(of: userID))/\(access)" }
}
