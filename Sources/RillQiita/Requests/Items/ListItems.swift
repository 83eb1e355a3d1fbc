public import RillHTTP

/// Lists one page of items: `GET /items`, or the list of a tag or a user.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2items>, read 2026-11-23.
public struct ListItems: Request, Hashable {
    /// A page of items.
    public typealias Response = ListPage<Item>

    /// The list.
    public var list: ItemList

    /// The page number, 1 to 100.
    public var page: Int

    /// The number of items per page, 1 to 100.
    public var perPage: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - list: The list. Defaults to all items.
    ///   - page: The page number, 1 to 100.
    ///   - perPage: The number of items per page, 1 to 100.
    public init(_ list: ItemList = .all, page: Int = 1, perPage: Int = 20) {
        self.list = list
        self.page = page
        self.perPage = perPage
    }

    /// The path of the list: `/items`, `/tags/:tag_id/items`, `/users/:user_id/items`, `/users/:user_id/stocks` or
    /// `/authenticated_user/items`.
    public var path: URLPath { list.path }

    /// The query parameters `page` and `per_page`, and `query` for a search.
    public var query: QueryItems { ["page": page, "per_page": perPage, "query": list.text] }

    /// Validates the page number and the page size.
    ///
    /// - Throws: An error if `page` or `perPage` is out of range.
    public func validate() throws { try PageNumbers.check(page: page, perPage: perPage) }

    /// Decodes the items from the body, and the total count and the rate limit from the header fields.
    public var parser: ResponseParser<ListPage<Item>> { .page(page, perPage: perPage) }
}
