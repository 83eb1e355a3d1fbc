public import RillHTTP

/// Lists one page of the tags that a user follows: `GET /users/:user_id/following_tags`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2usersuser_idfollowing_tags>, read 2026-11-23.
public struct ListFollowingTags: Request, Hashable {
    /// A page of tags.
    public typealias Response = ListPage<Tag>

    /// The ID of the user.
    public var userID: User.ID

    /// The page number, 1 to 100.
    public var page: Int

    /// The number of tags per page, 1 to 100.
    public var perPage: Int

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - userID: The ID of the user.
    ///   - page: The page number, 1 to 100.
    ///   - perPage: The number of tags per page, 1 to 100.
    public init(userID: User.ID, page: Int = 1, perPage: Int = 20) {
        self.userID = userID
        self.page = page
        self.perPage = perPage
    }

    /// `/users/:user_id/following_tags`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/users/\(userID)/following_tags" }

    /// The query parameters `page` and `per_page`.
    public var query: QueryItems { ["page": page, "per_page": perPage] }

    /// Validates the page number and the page size.
    ///
    /// - Throws: An error if `page` or `perPage` is out of range.
    public func validate() throws { try PageNumbers.check(page: page, perPage: perPage) }

    /// Decodes the tags from the body, and the total count and the rate limit from the header fields.
    public var parser: ResponseParser<ListPage<Tag>> { .page(page, perPage: perPage) }
}
