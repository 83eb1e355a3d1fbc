public import RillHTTP

extension GarageExample {
    /// Lists one page of users: `GET /v1/users`.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/users.md>, read 2026-11-21.
    public struct ListUsers: GarageRequest, Hashable {
        /// A list of users.
        public typealias Resource = [User]

        /// The page number, at least 1.
        public var page: Int

        /// The number of users per page, at least 1.
        ///
        /// The server caps it at 100.
        public var perPage: Int

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - page: The page number, at least 1.
        ///   - perPage: The number of users per page, at least 1. The server caps it at 100.
        public init(page: Int = 1, perPage: Int = 20) {
            self.page = page
            self.perPage = perPage
        }

        /// `/users`.
        public var path: URLPath { "/users" }

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
