public import Rill
internal import RillHTTP

extension QiitaClient {
    /// Returns one page of a list of users.
    ///
    /// ## Errors
    /// Fails with an `APIError`: at the `request` stage, without sending a request, if `page` or `perPage` is out of
    /// range. The status is 404 if the item or the user of the list does not exist.
    ///
    /// - Parameters:
    ///   - list: The list. Defaults to all users.
    ///   - page: The page number, 1 to 100.
    ///   - perPage: The number of users per page, 1 to 100.
    /// - Returns: A cold `Observable<[User]>` that emits one array and then completes. The array is empty if the page is
    ///   after the last one.
    /// - SeeAlso: `GET /api/v2/users`, <https://qiita.com/api/v2/docs#get-apiv2users>, read 2026-11-23.
    public func users(_ list: UserList = .all, page: Int = 1, perPage: Int = 20) -> Observable<[User]> {
        send(ListUsers(list, page: page, perPage: perPage)).map(\.elements)
    }

    /// Returns all users of a list, requesting pages on demand.
    ///
    /// The paging works as described for ``allTags(perPage:sort:)``. Qiita returns at most 100 pages.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The elements of earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - list: The list. Defaults to all users.
    ///   - perPage: The number of users per page, 1 to 100. Smaller pages require more requests.
    /// - Returns: A cold `Observable<User>` that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    public func allUsers(_ list: UserList = .all, perPage: Int = 100) -> Observable<User> {
        pages(from: 1) { ListUsers(list, page: $0, perPage: perPage) }.elements { $0.elements }
    }

    /// Returns a user.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the user does not exist.
    ///
    /// - Parameter id: The ID of the user.
    /// - Returns: A cold `Observable<User>` that emits one user and then completes.
    /// - SeeAlso: `GET /api/v2/users/:user_id`, <https://qiita.com/api/v2/docs#get-apiv2usersuser_id>, read 2026-11-23.
    public func user(id: User.ID) -> Observable<User> {
        send(GetUser(id: id))
    }

    /// Returns the user of the access token.
    ///
    /// Requires a token with the scope `read_qiita`.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 401 if the client has no token.
    ///
    /// - Returns: A cold `Observable<AuthenticatedUser>` that emits one user and then completes.
    /// - SeeAlso: `GET /api/v2/authenticated_user`, <https://qiita.com/api/v2/docs#get-apiv2authenticated_user>, read
    ///   2026-11-23.
    public func authenticatedUser() -> Observable<AuthenticatedUser> {
        send(GetAuthenticatedUser())
    }
}
