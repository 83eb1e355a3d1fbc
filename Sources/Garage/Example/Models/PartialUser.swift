extension GarageExample {
    /// A user of whom some fields were selected; all that the selection leaves out is nil.
    public struct PartialUser: Sendable, Hashable, Decodable {
        /// The number of the user.
        public var id: Int?

        /// The name.
        public var name: String?

        /// The mail address.
        public var email: String?

        /// The path of the user's posts, without a host; `href` of `posts` in `_links`.
        public var postsPath: String?

        /// Creates a part of a user.
        ///
        /// - Parameters:
        ///   - id: The number.
        ///   - name: The name.
        ///   - email: The mail address.
        ///   - postsPath: The path of the user's posts.
        public init(id: Int? = nil, name: String? = nil, email: String? = nil, postsPath: String? = nil) {
            self.id = id
            self.name = name
            self.email = email
            self.postsPath = postsPath
        }

        /// Reads what the application sends of a user.
        ///
        /// - Parameter decoder: Holds it.
        /// - Throws: What the decoder throws.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: UserKeys.self)
            id = try container.decodeIfPresent(Int.self, forKey: .id)
            name = try container.decodeIfPresent(String.self, forKey: .name)
            email = try container.decodeIfPresent(String.self, forKey: .email)
            postsPath = try container.decodeIfPresent(UserLinks.self, forKey: .links)?.posts?.href
        }
    }
}
