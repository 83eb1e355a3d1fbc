public import Rill
internal import RillHTTP

extension GitHubClient {
    /// Searches for repositories and returns one page of the results.
    ///
    /// ## Errors
    /// Fails with an `APIError`: at the `request` stage, without sending a request, if `page` or `perPage` is out of
    /// range or if the page starts after the first 1,000 results (see ``RillHTTP/APIError/isBeyondSearchResultLimit``).
    ///
    /// - Parameters:
    ///   - text: The search query: keywords and qualifiers such as `language:swift`, `stars:>100`, `topic:rx`.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending. Ignored if `sort` is `nil`.
    ///   - page: The page number, at least 1.
    ///   - perPage: The number of repositories per page, 1 to 100.
    /// - Returns: A cold `Observable<SearchPage<Repository>>` that emits one page and then completes.
    /// - SeeAlso: `GET /search/repositories`, <https://docs.github.com/rest/search/search#search-repositories>, read
    ///   2026-11-21.
    public func searchRepositories(
        _ text: String, sort: RepositorySort? = nil, order: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) -> Observable<SearchPage<Repository>> {
        send(SearchRepositories(text: text, sort: sort, order: order, page: page, perPage: perPage))
    }

    /// Searches for users and organizations and returns one page of the results.
    ///
    /// ## Errors
    /// The errors of ``searchRepositories(_:sort:order:page:perPage:)``.
    ///
    /// - Parameters:
    ///   - text: The search query: keywords and qualifiers such as `type:org`, `followers:>100`.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending. Ignored if `sort` is `nil`.
    ///   - page: The page number, at least 1.
    ///   - perPage: The number of users per page, 1 to 100.
    /// - Returns: A cold `Observable<SearchPage<User>>` that emits one page and then completes.
    /// - SeeAlso: `GET /search/users`, <https://docs.github.com/rest/search/search#search-users>, read 2026-11-21.
    public func searchUsers(
        _ text: String, sort: UserSort? = nil, order: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) -> Observable<SearchPage<User>> {
        send(SearchUsers(text: text, sort: sort, order: order, page: page, perPage: perPage))
    }

    /// Searches for issues and pull requests and returns one page of the results.
    ///
    /// ## Errors
    /// The errors of ``searchRepositories(_:sort:order:page:perPage:)``.
    ///
    /// - Parameters:
    ///   - text: The search query: keywords and qualifiers such as `repo:apple/swift`, `is:open`, `is:issue`,
    ///     `label:bug`.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending. Ignored if `sort` is `nil`.
    ///   - page: The page number, at least 1.
    ///   - perPage: The number of results per page, 1 to 100.
    /// - Returns: A cold `Observable<SearchPage<Issue>>` that emits one page and then completes.
    /// - SeeAlso: `GET /search/issues`, <https://docs.github.com/rest/search/search#search-issues-and-pull-requests>, read
    ///   2026-11-21.
    public func searchIssues(
        _ text: String, sort: IssueSort? = nil, order: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) -> Observable<SearchPage<Issue>> {
        send(SearchIssues(text: text, sort: sort, order: order, page: page, perPage: perPage))
    }
}
