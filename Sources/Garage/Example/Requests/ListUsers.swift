public import Foundation
public import RillHTTP

extension GarageExample {
    /// A page of the list of all users: `GET /v1/users`.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/users.md>, read 2026-11-21.
    public struct ListUsers: GarageRequest, Hashable {
        /// A list of users.
        public typealias Resource = [User]

        /// Which page, 1 or more.
        public var page: Int

        /// How many users a page has, 1 or more; what is more than 100 is taken for 100.
        public var perPage: Int

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - page: Which page, 1 or more.
        ///   - perPage: How many users a page has, 1 or more.
        public init(page: Int = 1, perPage: Int = 20) {
            self.page = page
            self.perPage = perPage
        }

        /// `/users`.
        public var path: URLPath { "/users" }

        /// `page` and `per_page`; throws if a number is not 1 or more, so that nothing is sent.
        public var query: QueryItems { get throws { try OutOfRange.query(page: page, perPage: perPage) } }

        /// The application's own.
        public var decoder: JSONDecoder? { GarageExample.decoder }
    }
}
