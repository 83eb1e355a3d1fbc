public import RillHTTP

/// Lists one page of tags: `GET /tags`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2tags>, read 2026-11-21.
public struct ListTags: Request, Hashable {
    /// A page of tags.
    public typealias Response = ListPage<Tag>

    /// The page number, 1 to 100.
    public var page: Int

    /// The number of tags per page, 1 to 100.
    public var perPage: Int

    /// The sort order.
    ///
    /// `nil` sorts by creation date, newest first.
    public var sort: TagSort?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - page: The page number, 1 to 100.
    ///   - perPage: The number of tags per page, 1 to 100.
    ///   - sort: The sort order. `nil` sorts by creation date, newest first.
    public init(page: Int = 1, perPage: Int = 20, sort: TagSort? = nil) {
        self.page = page
        self.perPage = perPage
        self.sort = sort
    }

    /// `/tags`.
    public var path: URLPath { "/tags" }

    /// The query parameters `page` and `per_page`, and `sort` unless it is `nil`.
    public var query: QueryItems { ["page": page, "per_page": perPage, "sort": sort] }

    /// Validates the page number and the page size.
    ///
    /// - Throws: An error if `page` or `perPage` is out of range.
    public func validate() throws { try PageNumbers.check(page: page, perPage: perPage) }

    /// Decodes the tags from the body, and the total count and the rate limit from the header fields.
    public var parser: ResponseParser<ListPage<Tag>> { .page(page, perPage: perPage) }
}
