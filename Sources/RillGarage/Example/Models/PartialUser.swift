extension GarageExample {
    /// A user with selected fields.
    ///
    /// Omitted properties are `nil`.
    public struct PartialUser: Sendable, Hashable, Decodable {
        /// The ID of the user.
        public var id: Int?

        /// The name.
        public var name: String?

        /// The email address.
        public var email: String?

        /// The path of the user's posts, without a host (JSON key path: `_links.posts.href`).
        public var postsPath: String?

        /// Creates a partial user.
        ///
        /// - Parameters:
        ///   - id: The ID.
        ///   - name: The name.
        ///   - email: The email address.
        ///   - postsPath: The path of the user's posts.
        public init(id: Int? = nil, name: String? = nil, email: String? = nil, postsPath: String? = nil) {
            self.id = id
            self.name = name
            self.email = email
            self.postsPath = postsPath
        }

        /// Decodes a user from a response of the application.
        ///
        /// - Parameter decoder: The decoder to read from.
        /// - Throws: Any error thrown by the decoder.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: UserKeys.self)
            id = try container.decodeIfPresent(Int.self, forKey: .id)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            email = try container.decodeIfPresent(String.self, forKey: .email)
            postsPath = try container.decodeIfPresent(UserLinks.self, forKey: .links)?.posts?.href
        }
    }
}
