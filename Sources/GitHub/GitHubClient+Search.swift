public import Rill
internal import RillHTTP

extension GitHubClient {
    /// Searches for repositories, and reads one page of what is found.
    ///
    /// ## Errors
    /// `APIError`, at the stage `request` and before anything is sent if a number is out of its range, or if the page begins
    /// behind the first 1,000 results: ``RillHTTP/APIError/isBeyondSearchBound``.
    ///
    /// - Parameters:
    ///   - text: What to search for: words, and qualifiers such as `language:swift`, `stars:>100`, `topic:rx`.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards. Means nothing without a `sort`.
    ///   - page: Which page, one or more.
    ///   - perPage: How many repositories a page has, 1 to 100.
    /// - Returns: A cold `Observable<SearchPage<Repository>>`: exactly one page, then completed.
    /// - SeeAlso: `GET /search/repositories`, <https://docs.github.com/rest/search/search#search-repositories>, read
    ///   2026-11-21.
    public func searchRepositories(
        _ text: String, sort: RepositorySort? = nil, order: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) -> Observable<SearchPage<Repository>> {
        send(SearchRepositories(text: text, sort: sort, order: order, page: page, perPage: perPage))
    }

    /// Searches for users and organizations, and reads one page of what is found.
    ///
    /// ## Errors
    /// As ``searchRepositories(_:sort:order:page:perPage:)``.
    ///
    /// - Parameters:
    ///   - text: What to search for: words, and qualifiers such as `type:org`, `followers:>100`.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards. Means nothing without a `sort`.
    ///   - page: Which page, one or more.
    ///   - perPage: How many users a page has, 1 to 100.
    /// - Returns: A cold `Observable<SearchPage<User>>`: exactly one page, then completed.
    /// - SeeAlso: `GET /search/users`, <https://docs.github.com/rest/search/search#search-users>, read 2026-11-21.
    public func searchUsers(
        _ text: String, sort: UserSort? = nil, order: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) -> Observable<SearchPage<User>> {
        send(SearchUsers(text: text, sort: sort, order: order, page: page, perPage: perPage))
    }

    /// Searches for issues and pull requests, and reads one page of what is found.
    ///
    /// ## Errors
    /// As ``searchRepositories(_:sort:order:page:perPage:)``.
    ///
    /// - Parameters:
    ///   - text: What to search for: words, and qualifiers such as `repo:apple/swift`, `is:open`, `is:issue`, `label:bug`.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards. Means nothing without a `sort`.
    ///   - page: Which page, one or more.
    ///   - perPage: How many a page has, 1 to 100.
    /// - Returns: A cold `Observable<SearchPage<Issue>>`: exactly one page, then completed.
    /// - SeeAlso: `GET /search/issues`, <https://docs.github.com/rest/search/search#search-issues-and-pull-requests>, read
    ///   2026-11-21.
    public func searchIssues(
        _ text: String, sort: IssueSort? = nil, order: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) -> Observable<SearchPage<Issue>> {
        send(SearchIssues(text: text, sort: sort, order: order, page: page, perPage: perPage))
    }
}
