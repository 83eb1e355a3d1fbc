public import RillHTTP

extension GarageExample {
    /// Gets a user: `GET /v1/users/:id`.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/users.md>, read 2026-11-21.
    public struct GetUser: GarageRequest, Hashable {
        /// The user.
        public typealias Resource = User

        /// The ID of the user.
        public var id: User.ID

        /// Creates a request.
        ///
        /// - Parameter id: The ID of the user.
        public init(id: User.ID) {
            self.id = id
        }

        /// `/users/:id`.
        public var path: URLPath { "/users/\(id)" }

        /// The decoder of the example application's models.
        public var options: RequestOptions { GarageExample.options }
    }
}
