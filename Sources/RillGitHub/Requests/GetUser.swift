public import RillHTTP

/// Gets a user, organization or bot account: `GET /users/{username}`.
///
/// - SeeAlso: <https://docs.github.com/rest/users/users#get-a-user>, read 2026-11-21.
public struct GetUser: Request, Hashable {
    /// An account.
    public typealias Response = User

    /// The login of the account.
    public var login: String

    /// Creates a request.
    ///
    /// - Parameter login: The login of the account.
    public init(login: String) {
        self.login = login
    }

    /// `/users/{username}`.
    public var path: URLPath { "/users/\(login)" }

    /// Decodes an account from the body.
    public var parser: ResponseParser<User> { .json.validateJSON() }
}
