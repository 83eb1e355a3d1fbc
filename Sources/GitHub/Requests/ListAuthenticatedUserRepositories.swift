public import RillHTTP

/// A page of the repositories that the owner of the token can work with: `GET /user/repos`.
///
/// - SeeAlso: <https://docs.github.com/rest/repos/repos#list-repositories-for-the-authenticated-user>, read 2026-11-21.
public struct ListAuthenticatedUserRepositories: Request, Hashable {
    /// A page.
    public typealias Response = ListPage<Repository>

    /// The order; nil for that of the full names.
    public var sort: RepositoryListSort?

    /// Which way it is sorted; nil for upwards by full name, and downwards by a time.
    public var direction: SortDirection?

    /// Which page, one or more.
    public var page: Int

    /// How many repositories a page has, 1 to 100.
    public var perPage: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - sort: The order; nil for that of the full names.
    ///   - direction: Which way it is sorted.
    ///   - page: Which page, one or more.
    ///   - perPage: How many repositories a page has, 1 to 100.
    public init(sort: RepositoryListSort? = nil, direction: SortDirection? = nil, page: Int = 1, perPage: Int = 30) {
        self.sort = sort
        self.direction = direction
        self.page = page
        self.perPage = perPage
    }

    /// `/user/repos`.
    public var path: URLPath { "/user/repos" }

    /// `sort` and `direction` if they are not nil, `page` and `per_page`.
    public var query: QueryItems {
        ["sort": sort, "direction": direction, "page": page, "per_page": perPage]
    }

    /// None; throws if a number is out of its range, so that nothing is sent.
    public var body: HTTPBody? {
        get throws {
            try PageNumbers.check(page: page, perPage: perPage)
            return nil
        }
    }

    /// Reads the repositories from the body, and the rate limit from the header fields.
    public var parser: ResponseParser<ListPage<Repository>> { .listPage() }
}
