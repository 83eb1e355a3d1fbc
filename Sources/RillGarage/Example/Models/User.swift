extension GarageExample {
    /// A user with the server's default fields.
    public struct User: Sendable, Hashable, Identifiable, Decodable {
        /// The ID of the user.
        public var id: Int

        /// The name.
        public var name: String

        /// The email address.
        public var email: String

        /// The path of the user's posts, without a host, or `nil` if the response omits it (JSON key path:
        /// `_links.posts.href`).
        public var postsPath: String?

        /// Creates a user.
        ///
        /// - Parameters:
        ///   - id: The ID.
        ///   - name: The name.
        ///   - email: The email address.
        ///   - postsPath: The path of the user's posts.
        public init(id: Int, name: String, email: String, postsPath: String? = nil) {
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
            id = try container.decode(Int.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
            email = try container.decode(String.self, forKey: .email)
            postsPath = try container.decodeIfPresent(UserLinks.self, forKey: .links)?.posts?.href
        }
    }
}

/// The JSON keys of a user.
enum UserKeys: String, CodingKey {
    case id
    case name
    case email
    case links = "_links"
}

/// The links of a user.
struct UserLinks: Decodable {
    struct Link: Decodable {
        let href: String?
    }

    let posts: Link?
}
