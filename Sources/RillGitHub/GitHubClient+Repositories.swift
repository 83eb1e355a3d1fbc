public import RillHTTP

extension GitHubClient {
    /// Returns a repository.
    ///
    /// A renamed or transferred repository is also found under its old name: the client follows GitHub's redirect.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the repository does not exist or the token has no access to it.
    /// Fails at the `request` stage, without sending a request, if a name is empty, `.` or `..`, because such a name is
    /// not a valid path segment.
    ///
    /// - Parameters:
    ///   - owner: The login of the owner.
    ///   - name: The name of the repository.
    /// - Returns: A cold `Observable<Repository>` that emits one repository and then completes.
    /// - SeeAlso: `GET /repos/{owner}/{repo}`, <https://docs.github.com/rest/repos/repos#get-a-repository>, read 2026-11-21.
    public func repository(owner: String, name: String) -> Observable<Repository> {
        send(GetRepository(owner: owner, name: name))
    }

    /// Returns one page of the public repositories of a user.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the user does not exist. Fails at the `request` stage, without
    /// sending a request, if `page` or `perPage` is out of range or `login` is not a valid path segment.
    ///
    /// - Parameters:
    ///   - login: The login of the user.
    ///   - sort: The sort order. `nil` sorts by full name.
    ///   - direction: The sort direction. `nil` means ascending for full names and descending for dates.
    ///   - page: The page number, at least 1.
    ///   - perPage: The number of repositories per page, 1 to 100.
    /// - Returns: A cold `Observable<[Repository]>` that emits one array and then completes. The array is empty if the
    ///   page is after the last one.
    /// - SeeAlso: `GET /users/{username}/repos`,
    ///   <https://docs.github.com/rest/repos/repos#list-repositories-for-a-user>, read 2026-11-21.
    public func repositories(
        ofUser login: String, sort: RepositoryListSort? = nil, direction: SortDirection? = nil, page: Int = 1,
        perPage: Int = 30
    ) -> Observable<[Repository]> {
        send(ListUserRepositories(login: login, sort: sort, direction: direction, page: page, perPage: perPage))
            .map(\.items)
    }

    /// Returns one page of the repositories that the authenticated user can access, including private ones.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 401 without a token. Fails at the `request` stage, without sending a
    /// request, if `page` or `perPage` is out of range.
    ///
    /// - Parameters:
    ///   - sort: The sort order. `nil` sorts by full name.
    ///   - direction: The sort direction. `nil` means ascending for full names and descending for dates.
    ///   - page: The page number, at least 1.
    ///   - perPage: The number of repositories per page, 1 to 100.
    /// - Returns: A cold `Observable<[Repository]>` that emits one array and then completes. The array is empty if the
    ///   page is after the last one.
    /// - SeeAlso: `GET /user/repos`,
    ///   <https://docs.github.com/rest/repos/repos#list-repositories-for-the-authenticated-user>, read 2026-11-21.
    public func authenticatedRepositories(
        sort: RepositoryListSort? = nil, direction: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) -> Observable<[Repository]> {
        send(ListAuthenticatedUserRepositories(sort: sort, direction: direction, page: page, perPage: perPage))
            .map(\.items)
    }

    /// Returns all public repositories of a user, requesting pages on demand.
    ///
    /// Requests the next page after the subscriber has received the last repository of the current page, unless the
    /// subscriber has paused the stream. The URL of the next page is taken from the `Link` header field.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The elements of earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - login: The login of the user.
    ///   - sort: The sort order. `nil` sorts by full name.
    ///   - direction: The sort direction. `nil` means ascending for full names and descending for dates.
    ///   - perPage: The number of repositories per page, 1 to 100. Smaller pages require more requests.
    /// - Returns: A cold `Observable<Repository>` that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    public func allRepositories(
        ofUser login: String, sort: RepositoryListSort? = nil, direction: SortDirection? = nil, perPage: Int = 100
    ) -> Observable<Repository> {
        repositoryPages(ofUser: login, sort: sort, direction: direction, perPage: perPage).elements { $0.items }
    }

    /// Returns the public repositories of a user as a stream of pages, which include the rate limit.
    ///
    /// Pages are requested on demand.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - login: The login of the user.
    ///   - sort: The sort order. `nil` sorts by full name.
    ///   - direction: The sort direction. `nil` means ascending for full names and descending for dates.
    ///   - perPage: The number of repositories per page, 1 to 100.
    ///   - cursor: The cursor to start from, saved from an earlier page's `next`. `nil` starts at the first page.
    /// - Returns: A cold observable that emits one or more pages and then completes. Supports back-pressure.
    /// - Complexity: Stores two cursors, but no elements.
    public func repositoryPages(
        ofUser login: String, sort: RepositoryListSort? = nil, direction: SortDirection? = nil, perPage: Int = 100,
        from cursor: PageCursor? = nil
    ) -> Observable<Page<ListPage<Repository>>> {
        let request = ListUserRepositories(login: login, sort: sort, direction: direction, perPage: perPage)
        return client.pages(request, by: .linkHeader, from: cursor)
    }

    /// Returns all repositories that the authenticated user can access, requesting pages on demand.
    ///
    /// The paging works as described for ``allRepositories(ofUser:sort:direction:perPage:)``.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The elements of earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - sort: The sort order. `nil` sorts by full name.
    ///   - direction: The sort direction. `nil` means ascending for full names and descending for dates.
    ///   - perPage: The number of repositories per page, 1 to 100. Smaller pages require more requests.
    /// - Returns: A cold `Observable<Repository>` that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    public func allAuthenticatedRepositories(
        sort: RepositoryListSort? = nil, direction: SortDirection? = nil, perPage: Int = 100
    ) -> Observable<Repository> {
        authenticatedRepositoryPages(sort: sort, direction: direction, perPage: perPage).elements { $0.items }
    }

    /// Returns the repositories that the authenticated user can access as a stream of pages, which include the rate
    /// limit.
    ///
    /// Pages are requested on demand.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - sort: The sort order. `nil` sorts by full name.
    ///   - direction: The sort direction. `nil` means ascending for full names and descending for dates.
    ///   - perPage: The number of repositories per page, 1 to 100.
    ///   - cursor: The cursor to start from, saved from an earlier page's `next`. `nil` starts at the first page.
    /// - Returns: A cold observable that emits one or more pages and then completes. Supports back-pressure.
    /// - Complexity: Stores two cursors, but no elements.
    public func authenticatedRepositoryPages(
        sort: RepositoryListSort? = nil, direction: SortDirection? = nil, perPage: Int = 100,
        from cursor: PageCursor? = nil
    ) -> Observable<Page<ListPage<Repository>>> {
        let request = ListAuthenticatedUserRepositories(sort: sort, direction: direction, perPage: perPage)
        return client.pages(request, by: .linkHeader, from: cursor)
    }
}
