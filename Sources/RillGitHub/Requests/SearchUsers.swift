public import RillHTTP

/// Searches for users and organizations: `GET /search/users`.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-users>, read 2026-11-21.
public struct SearchUsers: Request, Hashable {
    /// A page of users and organizations.
    public typealias Response = SearchPage<User>

    /// The search query in GitHub's search syntax: `rill type:org`.
    public var text: String

    /// The sort order.
    ///
    /// `nil` sorts by best match.
    public var sort: UserSort?

    /// The sort direction.
    ///
    /// `nil` means descending. Ignored if `sort` is `nil`.
    public var order: SortDirection?

    /// The page number, at least 1.
    public var page: Int

    /// The number of users per page, 1 to 100.
    public var perPage: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - text: The search query: keywords and qualifiers such as `followers:>10`.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending.
    ///   - page: The page number, at least 1. The page must start within the first 1,000 results.
    ///   - perPage: The number of users per page, 1 to 100.
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
    public var parser: ResponseParser<SearchPage<User>> { .searchPage() }
}
