public import RillHTTP

/// One user: `GET /v3/users/{id}`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#show-user-details>, read 2026-11-21.
public struct GetUser: Request, Hashable {
    /// A user.
    public typealias Response = User

    /// The user's id.
    public var id: User.ID

    /// Creates a request.
    ///
    /// - Parameter id: The user's id.
    public init(id: User.ID) {
        self.id = id
    }

    /// `/v3/users/` and the id, in one segment.
    public var path: URLPath { "/v3/users/\(id)" }

    /// Reads what stands below `user`.
    public var parser: ResponseParser<User> { .json(at: "user") }
}
