extension Access {
    /// The authenticated user, in version 2.0.
    public struct User: Sendable, Hashable, Identifiable, Decodable {
        /// The user ID.
        public var id: String

        /// The user name.
        public var name: String

        /// The name used to log in, which ConoHa sets to the user name, or `nil` if the response omits it.
        public var username: String?

        /// The roles of the user.
        ///
        /// Empty if the token is unscoped.
        public var roles: [Role]

        /// Creates a user.
        ///
        /// - Parameters:
        ///   - id: The user ID.
        ///   - name: The user name.
        ///   - username: The name used to log in.
        ///   - roles: The roles of the user.
        public init(id: String, name: String, username: String? = nil, roles: [Role] = []) {
            self.id = id
            self.name = name
            self.username = username
            self.roles = roles
        }
    }

    /// Additional information about the user, in version 2.0.
    public struct Metadata: Sendable, Hashable {
        /// Whether the user is an administrator (JSON key: `is_admin`, a number, 0 or 1).
        public var isAdmin: Bool

        /// The IDs of the user's roles.
        public var roles: [String]

        /// Creates the metadata.
        ///
        /// - Parameters:
        ///   - isAdmin: Whether the user is an administrator.
        ///   - roles: The IDs of the user's roles.
        public init(isAdmin: Bool, roles: [String] = []) {
            self.isAdmin = isAdmin
            self.roles = roles
        }
    }
}

extension Access.Metadata: Decodable {
    private enum CodingKeys: String, CodingKey {
        case isAdmin = "is_admin"
        case roles
    }

    /// Decodes the metadata, with `is_admin` as a number or a Boolean value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let number = try? container.decode(Int.self, forKey: .isAdmin)
        self.init(
            isAdmin: try number.map { $0 != 0 } ?? container.decode(Bool.self, forKey: .isAdmin),
            roles: try container.decodeIfPresent([String].self, forKey: .roles) ?? [])
    }
}
