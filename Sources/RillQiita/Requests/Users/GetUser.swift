public import RillHTTP

/// Gets a user: `GET /users/:user_id`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2usersuser_id>, read 2026-11-23.
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

    /// `/users/:user_id`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/users/\(id)" }

    /// Decodes the body.
    public var parser: ResponseParser<User> { .json.validateJSON() }
}
