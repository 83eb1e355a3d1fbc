public import RillHTTP

extension GarageExample {
    /// Another name for a user: `PATCH /v1/users/:id`, answered 204.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/users.md>, read 2026-11-21.
    public struct UpdateUser: GarageRequest, Hashable {
        /// Nothing: what was done is not sent back.
        public typealias Resource = Void

        /// The number of the user.
        public var id: User.ID

        /// The name.
        public var name: String

        /// `PATCH`; `PUT` does the same.
        public var method: HTTPRequest.Method = .patch

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - id: The number of the user.
        ///   - name: The name.
        public init(id: User.ID, name: String) {
            self.id = id
            self.name = name
        }

        /// `/users/` and the number.
        public var path: URLPath { "/users/\(id)" }

        /// The name, as JSON.
        public var body: HTTPBody? { get throws { try .garage(["name": name]) } }
    }
}
