public import RillHTTP

/// Lists one page of users: `GET /users`, or the list of an item or a user.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2users>, read 2026-11-23.
public struct ListUsers: Request, Hashable {
    /// A page of users.
    public typealias Response = ListPage<User>

    /// The list.
    public var list: UserList

    /// The page number, 1 to 100.
    public var page: Int

    /// The number of users per page, 1 to 100.
    public var perPage: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - list: The list. Defaults to all users.
    ///   - page: The page number, 1 to 100.
    ///   - perPage: The number of users per page, 1 to 100.
    public init(_ list: UserList = .all, page: Int = 1, perPage: Int = 20) {
        self.list = list
        self.page = page
        self.perPage = perPage
    }

    /// The path of the list: `/users`, `/items/:item_id/stockers`, `/users/:user_id/followees` or
    /// `/users/:user_id/followers`.
    public var path: URLPath { list.path }

    /// The query parameters `page` and `per_page`.
    public var query: QueryItems { ["page": page, "per_page": perPage] }

    /// Validates the page number and the page size.
    ///
    /// - Throws: An error if `page` or `perPage` is out of range.
    public func validate() throws { try PageNumbers.check(page: page, perPage: perPage) }

    /// Decodes the users from the body, and the total count and the rate limit from the header fields.
    public var parser: ResponseParser<ListPage<User>> { .page(page, perPage: perPage) }
}
