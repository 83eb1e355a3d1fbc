public import RillHTTP

extension GarageExample {
    /// Lists one page of a user's posts: `GET /v1/users/:id/posts`.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/posts.md>, read 2026-11-21.
    public struct ListUserPosts: GarageRequest, Hashable {
        /// A list of posts.
        public typealias Resource = [Post]

        /// The ID of the user.
        public var userID: User.ID

        /// The page number, at least 1.
        public var page: Int

        /// The number of posts per page, at least 1.
        ///
        /// The server caps it at 100.
        public var perPage: Int

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - userID: The ID of the user.
        ///   - page: The page number, at least 1.
        ///   - perPage: The number of posts per page, at least 1. The server caps it at 100.
        public init(userID: User.ID, page: Int = 1, perPage: Int = 20) {
            self.userID = userID
            self.page = page
            self.perPage = perPage
        }

        /// `/users/:id/posts`.
        public var path: URLPath { "/users/\(userID)/posts" }

        /// The query parameters `page` and `per_page`.
        public var query: QueryItems { ["page": page, "per_page": perPage] }

        /// Validates the page number and the page size.
        ///
        /// - Throws: An error if either is less than 1.
        public func validate() throws { try OutOfRange.check(page: page, perPage: perPage) }

        /// The decoder of the example application's models.
        public var options: RequestOptions { GarageExample.options }
    }
}
