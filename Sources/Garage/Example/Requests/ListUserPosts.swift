public import Foundation
public import RillHTTP

extension GarageExample {
    /// A page of the list of a user's posts: `GET /v1/users/:id/posts`.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/posts.md>, read 2026-11-21.
    public struct ListUserPosts: GarageRequest, Hashable {
        /// A list of posts.
        public typealias Resource = [Post]

        /// The number of the user.
        public var userID: User.ID

        /// Which page, 1 or more.
        public var page: Int

        /// How many posts a page has, 1 or more; what is more than 100 is taken for 100.
        public var perPage: Int

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - userID: The number of the user.
        ///   - page: Which page, 1 or more.
        ///   - perPage: How many posts a page has, 1 or more.
        public init(userID: User.ID, page: Int = 1, perPage: Int = 20) {
            self.userID = userID
            self.page = page
            self.perPage = perPage
        }

        /// `/users/`, the number and `/posts`.
        public var path: URLPath { "/users/\(userID)/posts" }

        /// `page` and `per_page`; throws if a number is not 1 or more, so that nothing is sent.
        public var query: QueryItems { get throws { try OutOfRange.query(page: page, perPage: perPage) } }

        /// The application's own.
        public var decoder: JSONDecoder? { GarageExample.decoder }
    }
}
