public import RillHTTP

/// A page of the issues and pull requests that a search finds: `GET /search/issues`.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-issues-and-pull-requests>, read 2026-11-21.
public struct SearchIssues: Request, Hashable {
    /// A page.
    public typealias Response = SearchPage<Issue>

    /// What to search for, in GitHub's language of searches: `is:issue is:open repo:octo/rill crash`.
    public var text: String

    /// The order; nil for those that fit best first.
    public var sort: IssueSort?

    /// Which way it is sorted, if there is a `sort`; nil for downwards.
    public var order: SortDirection?

    /// Which page, one or more.
    public var page: Int

    /// How many issues and pull requests a page has, 1 to 100.
    public var perPage: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - text: What to search for: words, and qualifiers such as `is:open`.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards.
    ///   - page: Which page, one or more; it must begin among the first 1,000 results.
    ///   - perPage: How many issues and pull requests a page has, 1 to 100.
    public init(
        text: String, sort: IssueSort? = nil, order: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) {
        self.text = text
        self.sort = sort
        self.order = order
        self.page = page
        self.perPage = perPage
    }

    /// `/search/issues`.
    public var path: URLPath { "/search/issues" }

    /// `q`, `sort` and `order` if they are not nil, `page` and `per_page`.
    public var query: QueryItems {
        ["q": text, "sort": sort, "order": order, "page": page, "per_page": perPage]
    }

    /// None; throws if a number is out of its range or the page begins behind the first 1,000 results, so that nothing is
    /// sent.
    public var body: HTTPBody? {
        get throws {
            try PageNumbers.checkSearch(page: page, perPage: perPage)
            return nil
        }
    }

    /// Reads the page from the body, and the rate limit from the header fields.
    public var parser: ResponseParser<SearchPage<Issue>> { .searchPage() }
}
