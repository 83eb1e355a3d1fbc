public import RillHTTP

/// The pairs of keys of a user: `GET /v3/users/{id}/credentials/OS-EC2`.
///
/// - SeeAlso: ``CreateEC2Credential``
public struct ListEC2Credentials: Request, Hashable {
    /// The pairs.
    public typealias Response = [EC2Credential]

    /// The user that they belong to.
    public var userID: User.ID

    /// Creates a request.
    ///
    /// - Parameter userID: The user that they belong to.
    public init(userID: User.ID) {
        self.userID = userID
    }

    /// `/v3/users/`, the user's id in one segment, and `/credentials/OS-EC2`.
    public var path: URLPath { .ec2Credentials(of: userID) }

    /// Reads the list below `credentials`.
    public var parser: ResponseParser<[EC2Credential]> { .json(at: "credentials") }
}
