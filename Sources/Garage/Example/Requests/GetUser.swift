public import Foundation
public import RillHTTP

extension GarageExample {
    /// One user: `GET /v1/users/:id`.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/users.md>, read 2026-11-21.
    public struct GetUser: GarageRequest, Hashable {
        /// A user.
        public typealias Resource = User

        /// The number of the user.
        public var id: User.ID

        /// Creates a request.
        ///
        /// - Parameter id: The number of the user.
        public init(id: User.ID) {
            self.id = id
        }

        /// `/users/` and the number.
        public var path: URLPath { "/users/\(id)" }

        /// The application's own.
        public var decoder: JSONDecoder? { GarageExample.decoder }
    }
}
