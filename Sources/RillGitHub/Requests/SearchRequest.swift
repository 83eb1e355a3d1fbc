public import RillHTTP

/// A type of search results: ``Repository``, ``User`` or ``Issue``.
public protocol SearchItem: Decodable, Sendable {
    /// The sort order of the search results.
    associatedtype SearchSort: QueryValue, Hashable, Sendable

    /// The path of the search endpoint, such as `/search/users`.
    static var searchPath: URLPath { get }
}

/// Searches for repositories, users or issues.
///
/// Use ``SearchRepositories``, ``SearchUsers`` or ``SearchIssues``.
public struct SearchRequest<Item: SearchItem>: Request, Hashable {
    /// A page of results.
    public typealias Response = SearchPage<Item>

    /// The search query in GitHub's search syntax: `reactive language:swift stars:>100`.
    public var text: String

    /// The sort order.
    ///
    /// `nil` sorts by best match.
    public var sort: Item.SearchSort?

    /// The sort direction.
    ///
    /// `nil` means descending. Ignored if `sort` is `nil`.
    public var order: SortDirection?

    /// The page number, at least 1.
    public var page: Int

    /// The number of results per page, 1 to 100.
    public var perPage: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - text: The search query: keywords and qualifiers such as `language:swift`.
    ///   - sort: The sort order. `nil` sorts by best match.
    ///   - order: The sort direction. `nil` means descending.
    ///   - page: The page number, at least 1. The page must start within the first 1,000 results.
    ///   - perPage: The number of results per page, 1 to 100.
    public init(
        text: String, sort: Item.SearchSort? = nil, order: SortDirection? = nil, page: Int = 1, perPage: Int = 30
    ) {
        self.text = text
        self.sort = sort
        self.order = order
        self.page = page
        self.perPage = perPage
    }

    /// The path of the search endpoint.
    public var path: URLPath { Item.searchPath }

    /// The query parameters `q`, `page` and `per_page`, and `sort` and `order` unless they are `nil`.
    public var query: QueryItems {
        ["q": text, "sort": sort, "order": order, "page": page, "per_page": perPage]
    }

    /// Validates the page number and the page size.
    ///
    /// - Throws: An error if `page` or `perPage` is out of range, or if the page starts after the first 1,000 results.
    public func validate() throws { try PageNumbers.checkSearch(page: page, perPage: perPage) }

    /// Decodes the page from the body and the rate limit from the header fields.
    public var parser: ResponseParser<SearchPage<Item>> { .searchPage() }
}

/// Searches for repositories: `GET /search/repositories`.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-repositories>, read 2026-11-21.
public typealias SearchRepositories = SearchRequest<Repository>

/// Searches for users and organizations: `GET /search/users`.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-users>, read 2026-11-21.
public typealias SearchUsers = SearchRequest<User>

/// Searches for issues and pull requests: `GET /search/issues`.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-issues-and-pull-requests>, read 2026-11-21.
public typealias SearchIssues = SearchRequest<Issue>

extension Repository: SearchItem {
    /// The sort order of repository search results.
    public typealias SearchSort = RepositorySort

    /// `/search/repositories`.
    public static var searchPath: URLPath { "/search/repositories" }
}

extension User: SearchItem {
    /// The sort order of user search results.
    public typealias SearchSort = UserSort

    /// `/search/users`.
    public static var searchPath: URLPath { "/search/users" }
}

extension Issue: SearchItem {
    /// The sort order of issue search results.
    public typealias SearchSort = IssueSort

    /// `/search/issues`.
    public static var searchPath: URLPath { "/search/issues" }
}
