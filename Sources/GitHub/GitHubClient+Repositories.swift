public import Rill
public import RillHTTP

extension GitHubClient {
    /// Reads one repository.
    ///
    /// One that has been renamed or given away is found under its old name: GitHub's redirect is followed.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such repository, or the owner of the token may not see it; at the stage
    /// `request` and before anything is sent if a name is empty, `.` or `..`, which no address can name.
    ///
    /// - Parameters:
    ///   - owner: The name of the account that it belongs to.
    ///   - name: The name of the repository.
    /// - Returns: A cold `Observable<Repository>`: exactly one repository, then completed.
    /// - SeeAlso: `GET /repos/{owner}/{repo}`, <https://docs.github.com/rest/repos/repos#get-a-repository>, read 2026-11-21.
    public func repository(owner: String, name: String) -> Observable<Repository> {
        send(GetRepository(owner: owner, name: name))
    }

    /// Reads one page of the repositories of an account that anyone may see.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such account; at the stage `request` and before anything is sent if a number
    /// is out of its range or no address can hold the name.
    ///
    /// - Parameters:
    ///   - login: The name of the account.
    ///   - sort: The order; nil for that of the full names.
    ///   - direction: Which way it is sorted; nil for upwards by full name, and downwards by a time.
    ///   - page: Which page, one or more.
    ///   - perPage: How many repositories a page has, 1 to 100.
    /// - Returns: A cold `Observable<[Repository]>`: exactly one array, empty behind the last page, then completed.
    /// - SeeAlso: `GET /users/{username}/repos`,
    ///   <https://docs.github.com/rest/repos/repos#list-repositories-for-a-user>, read 2026-11-21.
    public func repositories(
        ofUser login: String, sort: RepositoryListSort? = nil, direction: SortDirection? = nil, page: Int = 1,
        perPage: Int = 30
    ) -> Observable<[Repository]> {
        send(ListUserRepositories(login: login, sort: sort, direction: direction, page: page, perPage: perPage))
            .map(\.items)
    }

    /// Reads one page of the repositories that the owner of the token can work with, those included that few may see.
    ///
    /// ## Errors
    /// `APIError`: with status 401 without a token; at the stage `request` and before anything is sent if a number is out of
    /// its range.
    ///
    /// - Parameters:
    ///   - sort: The order; nil for that of the full names.
    ///   - direction: Which way it is sorted; nil for upwards by full name, and downwards by a time.
    ///   - page: Which page, one or more.
    ///   - perPage: How many repositories a page has, 1 to 100.
    /// - Returns: A cold `Observable<[Repository]>`: exactly one array, empty behind the last page, then completed.
    /// - SeeAlso: `GET /user/repos`,
    ///   <https://docs.github.com/rest/repos/repos#list-repositories-for-the-authenticated-user>, read 2026-11-21.
    public func authenticatedRepositories(
        sort: RepositoryListSort? = nil, direction: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) -> Observable<[Repository]> {
        send(ListAuthenticatedUserRepositories(sort: sort, direction: direction, page: page, perPage: perPage))
            .map(\.items)
    }

    /// Reads all repositories of an account that anyone may see, page by page, as they are asked for.
    ///
    /// The next page is requested when the last repository of the one before has been taken, and not while the subscriber is
    /// paused. Where it is, GitHub's `Link` field tells.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - login: The name of the account.
    ///   - sort: The order; nil for that of the full names.
    ///   - direction: Which way it is sorted.
    ///   - perPage: How many repositories a page has, 1 to 100; the fewer, the more requests.
    /// - Returns: A cold `Observable<Repository>` that parks.
    /// - Complexity: One page in memory.
    public func allRepositories(
        ofUser login: String, sort: RepositoryListSort? = nil, direction: SortDirection? = nil, perPage: Int = 100
    ) -> Observable<Repository> {
        repositoryPages(ofUser: login, sort: sort, direction: direction, perPage: perPage).elements { $0.items }
    }

    /// Reads the repositories of an account that anyone may see page by page, as they are asked for, with the rate limit.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - login: The name of the account.
    ///   - sort: The order; nil for that of the full names.
    ///   - direction: Which way it is sorted.
    ///   - perPage: How many repositories a page has, 1 to 100.
    ///   - cursor: Where to begin, from an earlier page's `next`; nil for the first page.
    /// - Returns: A cold observable of pages that parks: one page or more, then completed.
    /// - Complexity: Keeps two cursors.
    public func repositoryPages(
        ofUser login: String, sort: RepositoryListSort? = nil, direction: SortDirection? = nil, perPage: Int = 100,
        from cursor: PageCursor? = nil
    ) -> Observable<Page<ListPage<Repository>>> {
        let request = ListUserRepositories(login: login, sort: sort, direction: direction, perPage: perPage)
        return client.pages(request, by: .linkHeader, from: cursor)
    }

    /// Reads all repositories that the owner of the token can work with, page by page, as they are asked for.
    ///
    /// As ``allRepositories(ofUser:sort:direction:perPage:)``.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - sort: The order; nil for that of the full names.
    ///   - direction: Which way it is sorted.
    ///   - perPage: How many repositories a page has, 1 to 100; the fewer, the more requests.
    /// - Returns: A cold `Observable<Repository>` that parks.
    /// - Complexity: One page in memory.
    public func allAuthenticatedRepositories(
        sort: RepositoryListSort? = nil, direction: SortDirection? = nil, perPage: Int = 100
    ) -> Observable<Repository> {
        authenticatedRepositoryPages(sort: sort, direction: direction, perPage: perPage).elements { $0.items }
    }

    /// Reads the repositories that the owner of the token can work with page by page, as they are asked for, with the rate
    /// limit.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - sort: The order; nil for that of the full names.
    ///   - direction: Which way it is sorted.
    ///   - perPage: How many repositories a page has, 1 to 100.
    ///   - cursor: Where to begin, from an earlier page's `next`; nil for the first page.
    /// - Returns: A cold observable of pages that parks: one page or more, then completed.
    /// - Complexity: Keeps two cursors.
    public func authenticatedRepositoryPages(
        sort: RepositoryListSort? = nil, direction: SortDirection? = nil, perPage: Int = 100,
        from cursor: PageCursor? = nil
    ) -> Observable<Page<ListPage<Repository>>> {
        let request = ListAuthenticatedUserRepositories(sort: sort, direction: direction, perPage: perPage)
        return client.pages(request, by: .linkHeader, from: cursor)
    }
}
