public import Rill
public import RillHTTP

extension GitHubClient {
    /// Searches for repositories, and reads all that can be had, page by page, as they are asked for.
    ///
    ///     for try await repository in client.allRepositories(matching: "topic:rx").values { … }
    ///
    /// The next page is requested when the last repository of the one before has been taken, and not while the subscriber is
    /// paused: `take(50)` with 50 to a page sends one request. Where it is, GitHub's `Link` field tells. GitHub gives out the
    /// first 1,000 results, so that the stream completes there, whatever is left. What changes meanwhile may shift the pages.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - text: What to search for, as with ``searchRepositories(_:sort:order:page:perPage:)``.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards.
    ///   - perPage: How many a page has, 1 to 100; the fewer, the more requests.
    /// - Returns: A cold `Observable<Repository>` that parks: up to 1,000 repositories, then completed.
    /// - Complexity: One page in memory.
    /// - SeeAlso: ``repositoryPages(matching:sort:order:perPage:from:)``
    public func allRepositories(
        matching text: String, sort: RepositorySort? = nil, order: SortDirection? = nil, perPage: Int = 100
    ) -> Observable<Repository> {
        repositoryPages(matching: text, sort: sort, order: order, perPage: perPage).elements { $0.items }
    }

    /// Searches for repositories, and reads the pages of what is found, as they are asked for, with the total and the rate limit.
    ///
    /// The next page is requested when the one before has been taken, and not while the subscriber is paused. Completes after
    /// the last page, and where the first 1,000 results end. A page's `next` can be kept, to go on from there.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - text: What to search for, as with ``searchRepositories(_:sort:order:page:perPage:)``.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards.
    ///   - perPage: How many a page has, 1 to 100.
    ///   - cursor: Where to begin, from an earlier page's `next`; nil for the first page.
    /// - Returns: A cold observable of pages that parks: one page or more, then completed.
    /// - Complexity: Keeps two cursors.
    public func repositoryPages(
        matching text: String, sort: RepositorySort? = nil, order: SortDirection? = nil, perPage: Int = 100,
        from cursor: PageCursor? = nil
    ) -> Observable<Page<SearchPage<Repository>>> {
        let request = SearchRepositories(text: text, sort: sort, order: order, perPage: perPage)
        return client.pages(request, by: .linkHeader, from: cursor)
    }

    /// Searches for users and organizations, and reads all that can be had, page by page, as they are asked for.
    ///
    /// As ``allRepositories(matching:sort:order:perPage:)``.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - text: What to search for, as with ``searchUsers(_:sort:order:page:perPage:)``.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards.
    ///   - perPage: How many a page has, 1 to 100; the fewer, the more requests.
    /// - Returns: A cold `Observable<User>` that parks: up to 1,000 users and organizations, then completed.
    /// - Complexity: One page in memory.
    /// - SeeAlso: ``userPages(matching:sort:order:perPage:from:)``
    public func allUsers(
        matching text: String, sort: UserSort? = nil, order: SortDirection? = nil, perPage: Int = 100
    ) -> Observable<User> {
        userPages(matching: text, sort: sort, order: order, perPage: perPage).elements { $0.items }
    }

    /// Searches for users and organizations, and reads the pages of what is found, as they are asked for, with the total and the rate limit.
    ///
    /// The next page is requested when the one before has been taken, and not while the subscriber is paused. Completes after
    /// the last page, and where the first 1,000 results end. A page's `next` can be kept, to go on from there.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - text: What to search for, as with ``searchUsers(_:sort:order:page:perPage:)``.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards.
    ///   - perPage: How many a page has, 1 to 100.
    ///   - cursor: Where to begin, from an earlier page's `next`; nil for the first page.
    /// - Returns: A cold observable of pages that parks: one page or more, then completed.
    /// - Complexity: Keeps two cursors.
    public func userPages(
        matching text: String, sort: UserSort? = nil, order: SortDirection? = nil, perPage: Int = 100,
        from cursor: PageCursor? = nil
    ) -> Observable<Page<SearchPage<User>>> {
        let request = SearchUsers(text: text, sort: sort, order: order, perPage: perPage)
        return client.pages(request, by: .linkHeader, from: cursor)
    }

    /// Searches for issues and pull requests, and reads all that can be had, page by page, as they are asked for.
    ///
    /// As ``allRepositories(matching:sort:order:perPage:)``.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - text: What to search for, as with ``searchIssues(_:sort:order:page:perPage:)``.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards.
    ///   - perPage: How many a page has, 1 to 100; the fewer, the more requests.
    /// - Returns: A cold `Observable<Issue>` that parks: up to 1,000 issues and pull requests, then completed.
    /// - Complexity: One page in memory.
    /// - SeeAlso: ``issuePages(matching:sort:order:perPage:from:)``
    public func allIssues(
        matching text: String, sort: IssueSort? = nil, order: SortDirection? = nil, perPage: Int = 100
    ) -> Observable<Issue> {
        issuePages(matching: text, sort: sort, order: order, perPage: perPage).elements { $0.items }
    }

    /// Searches for issues and pull requests, and reads the pages of what is found, as they are asked for, with the total and the rate limit.
    ///
    /// The next page is requested when the one before has been taken, and not while the subscriber is paused. Completes after
    /// the last page, and where the first 1,000 results end. A page's `next` can be kept, to go on from there.
    ///
    /// ## Errors
    /// `APIError`; what was emitted before stays good.
    ///
    /// - Parameters:
    ///   - text: What to search for, as with ``searchIssues(_:sort:order:page:perPage:)``.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards.
    ///   - perPage: How many a page has, 1 to 100.
    ///   - cursor: Where to begin, from an earlier page's `next`; nil for the first page.
    /// - Returns: A cold observable of pages that parks: one page or more, then completed.
    /// - Complexity: Keeps two cursors.
    public func issuePages(
        matching text: String, sort: IssueSort? = nil, order: SortDirection? = nil, perPage: Int = 100,
        from cursor: PageCursor? = nil
    ) -> Observable<Page<SearchPage<Issue>>> {
        let request = SearchIssues(text: text, sort: sort, order: order, perPage: perPage)
        return client.pages(request, by: .linkHeader, from: cursor)
    }
}
