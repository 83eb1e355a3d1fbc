public import Rill
internal import RillHTTP

extension GitHubClient {
    /// Reads one account.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such account; at the stage `request` and before anything is sent if the name
    /// is empty, `.` or `..`, which no address can name.
    ///
    /// - Parameter login: The name of the account.
    /// - Returns: A cold `Observable<User>`: exactly one account, then completed.
    /// - SeeAlso: `GET /users/{username}`, <https://docs.github.com/rest/users/users#get-a-user>, read 2026-11-21.
    public func user(_ login: String) -> Observable<User> {
        send(GetUser(login: login))
    }

    /// Reads the account of the token's owner.
    ///
    /// ## Errors
    /// `APIError`: with status 401 without a token.
    ///
    /// - Returns: A cold `Observable<AuthenticatedUser>`: exactly one account, then completed.
    /// - SeeAlso: `GET /user`, <https://docs.github.com/rest/users/users#get-the-authenticated-user>, read 2026-11-21.
    public func authenticatedUser() -> Observable<AuthenticatedUser> {
        send(GetAuthenticatedUser())
    }
}
