public import RillHTTP

/// Gets the authenticated user: `GET /user`.
///
/// - SeeAlso: <https://docs.github.com/rest/users/users#get-the-authenticated-user>, read 2026-11-21.
public struct GetAuthenticatedUser: Request, Hashable {
    /// The authenticated user.
    public typealias Response = AuthenticatedUser

    /// Creates a request.
    public init() {}

    /// `/user`.
    public var path: URLPath { "/user" }

    /// Decodes the user from the body.
    public var parser: ResponseParser<AuthenticatedUser> { .json.validateJSON() }
}
