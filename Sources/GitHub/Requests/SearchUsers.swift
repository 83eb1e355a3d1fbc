public import RillHTTP

/// A page of the users that a search finds: `GET /search/users`.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-users>, read 2026-11-21.
public struct SearchUsers: Request, Hashable {
    /// A page.
    public typealias Response = SearchPage<User>

    /// What to search for, in GitHub's language of searches: `rill type:org`.
    public var text: String

    /// The order; nil for those that fit best first.
    public var sort: UserSort?

    /// Which way it is sorted, if there is a `sort`; nil for downwards.
    public var order: SortDirection?

    /// Which page, one or more.
    public var page: Int

    /// How many users a page has, 1 to 100.
    public var perPage: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - text: What to search for: words, and qualifiers such as `followers:>10`.
    ///   - sort: The order; nil for those that fit best first.
    ///   - order: Which way it is sorted; nil for downwards.
    ///   - page: Which page, one or more; it must begin among the first 1,000 results.
    ///   - perPage: How many users a page has, 1 to 100.
    public init(
        text: String, sort: UserSort? = nil, order: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) {
        self.text = text
        self.sort = sort
        self.order = order
        self.page = page
        self.perPage = perPage
    }

    /// `/search/users`.
    public var path: URLPath { "/search/users" }

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
    public var parser: ResponseParser<SearchPage<User>> { .searchPage() }
}
