public import RillHTTP

/// Gets a user: `GET /v3/users/{id}`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#show-user-details>, read 2026-11-21.
public struct GetUser: Request, Hashable {
    /// The user.
    public typealias Response = User

    /// The ID of the user.
    public var id: User.ID

    /// Creates a request.
    ///
    /// - Parameter id: The ID of the user.
    public init(id: User.ID) {
        self.id = id
    }

    /// `/v3/users/{id}`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/v3/users/\(id)" }

    /// Decodes the value of the key `user`.
    public var parser: ResponseParser<User> { .json(at: "user").validateJSON() }
}
