public import RillHTTP

extension GarageExample {
    /// Renames a user: `PATCH /v1/users/:id`.
    ///
    /// Responds with 204.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/users.md>, read 2026-11-21.
    public struct UpdateUser: GarageRequest, Hashable {
        /// No value.
        public typealias Resource = Void

        /// The ID of the user.
        public var id: User.ID

        /// The new name.
        public var name: String

        /// The HTTP method, `PATCH` or the equivalent `PUT`.
        ///
        /// Defaults to `PATCH`.
        public var method: HTTPRequest.Method = .patch

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - id: The ID of the user.
        ///   - name: The new name.
        public init(id: User.ID, name: String) {
            self.id = id
            self.name = name
        }

        /// `/users/:id`.
        public var path: URLPath { "/users/\(id)" }

        /// A JSON object with the name.
        public var body: HTTPBody { .garage(["name": name]) }
    }
}
