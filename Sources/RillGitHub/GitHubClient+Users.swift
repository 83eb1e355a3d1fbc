public import Rill
internal import RillHTTP

extension GitHubClient {
    /// Returns a user, organization or bot account.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the account does not exist. Fails at the `request` stage, without
    /// sending a request, if `login` is empty, `.` or `..`, because such a name is not a valid path segment.
    ///
    /// - Parameter login: The login of the account.
    /// - Returns: A cold `Observable<User>` that emits one account and then completes.
    /// - SeeAlso: `GET /users/{username}`, <https://docs.github.com/rest/users/users#get-a-user>, read 2026-11-21.
    public func user(_ login: String) -> Observable<User> {
        send(GetUser(login: login))
    }

    /// Returns the authenticated user.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 401 without a token.
    ///
    /// - Returns: A cold `Observable<AuthenticatedUser>` that emits one account and then completes.
    /// - SeeAlso: `GET /user`, <https://docs.github.com/rest/users/users#get-the-authenticated-user>, read 2026-11-21.
    public func authenticatedUser() -> Observable<AuthenticatedUser> {
        send(GetAuthenticatedUser())
    }
}
