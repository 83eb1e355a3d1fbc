extension Access {
    /// Who has logged in, in version 2.0.
    public struct User: Sendable, Hashable, Identifiable {
        /// The user's id.
        public var id: String

        /// The user's name.
        public var name: String

        /// The name that the user has logged in with: the same at ConoHa; nil if the service does not say.
        public var username: String?

        /// What the user may do; empty if the token is for no tenant.
        public var roles: [Role]

        /// Creates a user.
        ///
        /// - Parameters:
        ///   - id: The user's id.
        ///   - name: The user's name.
        ///   - username: The name that the user has logged in with.
        ///   - roles: What the user may do.
        public init(id: String, name: String, username: String? = nil, roles: [Role] = []) {
            self.id = id
            self.name = name
            self.username = username
            self.roles = roles
        }
    }

    /// What else version 2.0 tells of a log-in.
    public struct Metadata: Sendable, Hashable {
        /// Whether the user runs the cloud; the key `is_admin`, a number, 0 or 1.
        public var isAdmin: Bool

        /// The ids of the user's roles.
        public var roles: [String]

        /// Creates what else there is to know.
        ///
        /// - Parameters:
        ///   - isAdmin: Whether the user runs the cloud.
        ///   - roles: The ids of the user's roles.
        public init(isAdmin: Bool, roles: [String] = []) {
            self.isAdmin = isAdmin
            self.roles = roles
        }
    }
}

extension Access.User: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case name
        case username
        case roles
    }

    /// Reads a user.
    ///
    /// - Parameter decoder: Holds an object.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id), name: try container.decode(String.self, forKey: .name),
            username: try container.decodeIfPresent(String.self, forKey: .username),
            roles: try container.decodeIfPresent([Role].self, forKey: .roles) ?? [])
    }
}

extension Access.Metadata: Decodable {
    private enum CodingKeys: String, CodingKey {
        case isAdmin = "is_admin"
        case roles
    }

    /// Reads the metadata; `is_admin` as a number or as a truth value.
    ///
    /// - Parameter decoder: Holds an object.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let number = try? container.decode(Int.self, forKey: .isAdmin)
        self.init(
            isAdmin: try number.map { $0 != 0 } ?? container.decode(Bool.self, forKey: .isAdmin),
            roles: try container.decodeIfPresent([String].self, forKey: .roles) ?? [])
    }
}
