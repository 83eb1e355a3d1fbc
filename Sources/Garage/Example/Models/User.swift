extension GarageExample {
    /// A user, with all that the application sends by itself.
    public struct User: Sendable, Hashable, Identifiable, Decodable {
        /// The number of the user.
        public var id: Int

        /// The name.
        public var name: String

        /// The mail address.
        public var email: String

        /// The path of the user's posts, without a host; nil if the server sends no links; `href` of `posts` in `_links`.
        public var postsPath: String?

        /// Creates a user.
        ///
        /// - Parameters:
        ///   - id: The number.
        ///   - name: The name.
        ///   - email: The mail address.
        ///   - postsPath: The path of the user's posts.
        public init(id: Int, name: String, email: String, postsPath: String? = nil) {
            self.id = id
            self.name = name
            self.email = email
            self.postsPath = postsPath
        }

        /// Reads a user as the application sends it.
        ///
        /// - Parameter decoder: Holds the user.
        /// - Throws: What the decoder throws.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: UserKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            name = try container.decode(String.self, forKey: .name)
            email = try container.decode(String.self, forKey: .email)
            postsPath = try container.decodeIfPresent(UserLinks.self, forKey: .links)?.posts?.href
        }
    }
}

/// The keys of a user.
enum UserKeys: String, CodingKey {
    case id
    case name
    case email
    case links = "_links"
}

/// Where more about a user is.
struct UserLinks: Decodable {
    struct Link: Decodable {
        let href: String?
    }

    let posts: Link?
}
