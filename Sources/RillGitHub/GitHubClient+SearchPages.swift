public import RillHTTP

extension GitHubClient {
    /// Searches for repositories and returns all available results, requesting the pages on demand.
    ///
    ///     for try await repository in client.allRepositories(matching: "topic:rx").values { … }
    ///
    /// Requests the next page after the subscriber has received the last repository of the current page, unless the
    /// subscriber has paused the stream: `take(50)` with 50 results per page sends one request. The URL of the next
    /// page is taken from the `Link` header field. GitHub returns at most the first 1,000 results of a search, and the
    /// stream completes there. If the results change while they are being read, repositories may be skipped or
    /// repeated.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The elements of earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - text: The search query, as described for ``searchRepositories(_:sort:order:page:perPage:)``.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending.
    ///   - perPage: The number of results per page, 1 to 100. Smaller pages require more requests.
    /// - Returns: A cold `Observable<Repository>` that emits up to 1,000 repositories and then completes. Supports
    ///   back-pressure.
    /// - Complexity: Keeps one page in memory.
    /// - SeeAlso: ``repositoryPages(matching:sort:order:perPage:from:)``
    public func allRepositories(
        matching text: String, sort: RepositorySort? = nil, order: SortDirection? = nil, perPage: Int = 100
    ) -> Observable<Repository> {
        repositoryPages(matching: text, sort: sort, order: order, perPage: perPage).elements { $0.items }
    }

    /// Searches for repositories and returns the results as a stream of pages, which include the total count and the
    /// rate limit.
    ///
    /// Requests the next page after the subscriber has received the current one, unless the subscriber has paused the
    /// stream. The stream completes after the last page or after the first 1,000 results. To continue later, save a
    /// page's `next` cursor.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - text: The search query, as described for ``searchRepositories(_:sort:order:page:perPage:)``.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending.
    ///   - perPage: The number of results per page, 1 to 100.
    ///   - cursor: The cursor to start from, saved from an earlier page's `next`. `nil` starts at the first page.
    /// - Returns: A cold observable that emits one or more pages and then completes. Supports back-pressure.
    /// - Complexity: Stores two cursors, but no elements.
    public func repositoryPages(
        matching text: String, sort: RepositorySort? = nil, order: SortDirection? = nil, perPage: Int = 100,
        from cursor: PageCursor? = nil
    ) -> Observable<Page<SearchPage<Repository>>> {
        let request = SearchRepositories(text: text, sort: sort, order: order, perPage: perPage)
        return client.pages(request, by: .linkHeader, from: cursor)
    }

    /// Searches for users and organizations and returns all available results, requesting the pages on demand.
    ///
    /// The paging works as described for ``allRepositories(matching:sort:order:perPage:)``.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The elements of earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - text: The search query, as described for ``searchUsers(_:sort:order:page:perPage:)``.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending.
    ///   - perPage: The number of results per page, 1 to 100. Smaller pages require more requests.
    /// - Returns: A cold `Observable<User>` that emits up to 1,000 users and organizations and then completes. Supports
    ///   back-pressure.
    /// - Complexity: Keeps one page in memory.
    /// - SeeAlso: ``userPages(matching:sort:order:perPage:from:)``
    public func allUsers(
        matching text: String, sort: UserSort? = nil, order: SortDirection? = nil, perPage: Int = 100
    ) -> Observable<User> {
        userPages(matching: text, sort: sort, order: order, perPage: perPage).elements { $0.items }
    }

    /// Searches for users and organizations and returns the results as a stream of pages, which include the total count
    /// and the rate limit.
    ///
    /// Requests the next page after the subscriber has received the current one, unless the subscriber has paused the
    /// stream. The stream completes after the last page or after the first 1,000 results. To continue later, save a
    /// page's `next` cursor.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - text: The search query, as described for ``searchUsers(_:sort:order:page:perPage:)``.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending.
    ///   - perPage: The number of results per page, 1 to 100.
    ///   - cursor: The cursor to start from, saved from an earlier page's `next`. `nil` starts at the first page.
    /// - Returns: A cold observable that emits one or more pages and then completes. Supports back-pressure.
    /// - Complexity: Stores two cursors, but no elements.
    public func userPages(
        matching text: String, sort: UserSort? = nil, order: SortDirection? = nil, perPage: Int = 100,
        from cursor: PageCursor? = nil
    ) -> Observable<Page<SearchPage<User>>> {
        let request = SearchUsers(text: text, sort: sort, order: order, perPage: perPage)
        return client.pages(request, by: .linkHeader, from: cursor)
    }

    /// Searches for issues and pull requests and returns all available results, requesting the pages on demand.
    ///
    /// The paging works as described for ``allRepositories(matching:sort:order:perPage:)``.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The elements of earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - text: The search query, as described for ``searchIssues(_:sort:order:page:perPage:)``.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending.
    ///   - perPage: The number of results per page, 1 to 100. Smaller pages require more requests.
    /// - Returns: A cold `Observable<Issue>` that emits up to 1,000 issues and pull requests and then completes.
    ///   Supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    /// - SeeAlso: ``issuePages(matching:sort:order:perPage:from:)``
    public func allIssues(
        matching text: String, sort: IssueSort? = nil, order: SortDirection? = nil, perPage: Int = 100
    ) -> Observable<Issue> {
        issuePages(matching: text, sort: sort, order: order, perPage: perPage).elements { $0.items }
    }

    /// Searches for issues and pull requests and returns the results as a stream of pages, which include the total
    /// count and the rate limit.
    ///
    /// Requests the next page after the subscriber has received the current one, unless the subscriber has paused the
    /// stream. The stream completes after the last page or after the first 1,000 results. To continue later, save a
    /// page's `next` cursor.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - text: The search query, as described for ``searchIssues(_:sort:order:page:perPage:)``.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending.
    ///   - perPage: The number of results per page, 1 to 100.
    ///   - cursor: The cursor to start from, saved from an earlier page's `next`. `nil` starts at the first page.
    /// - Returns: A cold observable that emits one or more pages and then completes. Supports back-pressure.
    /// - Complexity: Stores two cursors, but no elements.
    public func issuePages(
        matching text: String, sort: IssueSort? = nil, order: SortDirection? = nil, perPage: Int = 100,
        from cursor: PageCursor? = nil
    ) -> Observable<Page<SearchPage<Issue>>> {
        let request = SearchIssues(text: text, sort: sort, order: order, perPage: perPage)
        return client.pages(request, by: .linkHeader, from: cursor)
    }
}
