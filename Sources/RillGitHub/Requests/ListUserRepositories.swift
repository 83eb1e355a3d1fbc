public import RillHTTP

/// Lists one page of the public repositories of a user: `GET /users/{username}/repos`.
///
/// - SeeAlso: <https://docs.github.com/rest/repos/repos#list-repositories-for-a-user>, read 2026-11-21.
public struct ListUserRepositories: Request, Hashable {
    /// A page of repositories.
    public typealias Response = ListPage<Repository>

    /// The login of the user.
    public var login: String

    /// The sort order.
    ///
    /// `nil` sorts by full name.
    public var sort: RepositoryListSort?

    /// The sort direction.
    ///
    /// `nil` means ascending for full names and descending for dates.
    public var direction: SortDirection?

    /// The page number, at least 1.
    public var page: Int

    /// The number of repositories per page, 1 to 100.
    public var perPage: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - login: The login of the user.
    ///   - sort: The sort order. `nil` sorts by full name.
    ///   - direction: The sort direction. `nil` means ascending for full names and descending for dates.
    ///   - page: The page number, at least 1.
    ///   - perPage: The number of repositories per page, 1 to 100.
    public init(
        login: String, sort: RepositoryListSort? = nil, direction: SortDirection? = nil, page: Int = 1,
        perPage: Int = 30
    ) {
        self.login = login
        self.sort = sort
        self.direction = direction
        self.page = page
        self.perPage = perPage
    }

    /// `/users/{username}/repos`.
    public var path: URLPath { "/users/\(login)/repos" }

    /// The query parameters `page` and `per_page`, and `sort` and `direction` unless they are `nil`.
    public var query: QueryItems {
        ["sort": sort, "direction": direction, "page": page, "per_page": perPage]
    }

    /// Validates the page number and the page size.
    ///
    /// - Throws: An error if `page` or `perPage` is out of range.
    public func validate() throws { try PageNumbers.check(page: page, perPage: perPage) }

    /// Decodes the repositories from the body and the rate limit from the header fields.
    public var parser: ResponseParser<ListPage<Repository>> { .listPage() }
}
