public import RillHTTP

/// Searches for repositories: `GET /search/repositories`.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-repositories>, read 2026-11-21.
public struct SearchRepositories: Request, Hashable {
    /// A page of repositories.
    public typealias Response = SearchPage<Repository>

    /// The search query in GitHub's search syntax: `reactive language:swift stars:>100`.
    public var text: String

    /// The sort order.
    ///
    /// `nil` sorts by best match.
    public var sort: RepositorySort?

    /// The sort direction.
    ///
    /// `nil` means descending. Ignored if `sort` is `nil`.
    public var order: SortDirection?

    /// The page number, at least 1.
    public var page: Int

    /// The number of repositories per page, 1 to 100.
    public var perPage: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - text: The search query: keywords and qualifiers such as `language:swift`.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending.
    ///   - page: The page number, at least 1. The page must start within the first 1,000 results.
    ///   - perPage: The number of repositories per page, 1 to 100.
    public init(
        text: String, sort: RepositorySort? = nil, order: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) {
        self.text = text
        self.sort = sort
        self.order = order
        self.page = page
        self.perPage = perPage
    }

    /// `/search/repositories`.
    public var path: URLPath { "/search/repositories" }

    /// The query parameters `q`, `page` and `per_page`, and `sort` and `order` unless they are `nil`.
    public var query: QueryItems {
        ["q": text, "sort": sort, "order": order, "page": page, "per_page": perPage]
    }

    /// Always `nil`.
    ///
    /// Throws before the request is sent if `page` or `perPage` is out of range or the page starts after the first
    /// 1,000 results.
    public var body: HTTPBody? {
        get throws {
            try PageNumbers.checkSearch(page: page, perPage: perPage)
            return nil
        }
    }

    /// Decodes the page from the body and the rate limit from the header fields.
    public var parser: ResponseParser<SearchPage<Repository>> { .searchPage() }
}
