/// The authenticated user with the public and the private profile information.
///
/// Which private properties are present depends on the permissions of the token.
///
/// - SeeAlso: <https://docs.github.com/rest/users/users#get-the-authenticated-user>, read 2026-11-21.
public struct AuthenticatedUser: Sendable, Hashable {
    /// The public profile.
    public var user: User

    /// The number of private gists (JSON key: `private_gists`).
    public var privateGists: Int?

    /// The number of private repositories that the user can access (JSON key: `total_private_repos`).
    public var totalPrivateRepositories: Int?

    /// The number of private repositories that the user owns (JSON key: `owned_private_repos`).
    public var ownedPrivateRepositories: Int?

    /// The disk space used by the user's repositories, in kibibytes (JSON key: `disk_usage`).
    public var diskUsage: Int?

    /// The number of collaborators of the user's private repositories.
    public var collaborators: Int?

    /// Whether two-factor authentication is enabled (JSON key: `two_factor_authentication`).
    public var hasTwoFactorAuthentication: Bool?

    /// The subscribed GitHub plan.
    public var plan: Plan?

    /// A GitHub plan.
    public struct Plan: Sendable, Hashable, Codable {
        /// The name of the plan: `free`, `pro`.
        public var name: String

        /// Creates a plan.
        ///
        /// - Parameter name: The name of the plan.
        public init(name: String) {
            self.name = name
        }
    }

    /// Creates a user with only the public profile.
    ///
    /// - Parameter user: The public profile.
    public init(user: User) {
        self.user = user
    }
}

extension AuthenticatedUser: Codable {
    private enum CodingKeys: String, CodingKey {
        case privateGists = "private_gists"
        case totalPrivateRepositories = "total_private_repos"
        case ownedPrivateRepositories = "owned_private_repos"
        case diskUsage = "disk_usage"
        case collaborators
        case hasTwoFactorAuthentication = "two_factor_authentication"
        case plan
    }

    /// Decodes the public and the private properties from one object.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: Any error thrown by the decoder.
    public init(from decoder: any Decoder) throws {
        user = try User(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        privateGists = try container.decodeIfPresent(Int.self, forKey: .privateGists)
        totalPrivateRepositories = try container.decodeIfPresent(Int.self, forKey: .totalPrivateRepositories)
        ownedPrivateRepositories = try container.decodeIfPresent(Int.self, forKey: .ownedPrivateRepositories)
        diskUsage = try container.decodeIfPresent(Int.self, forKey: .diskUsage)
        collaborators = try container.decodeIfPresent(Int.self, forKey: .collaborators)
        hasTwoFactorAuthentication = try container.decodeIfPresent(Bool.self, forKey: .hasTwoFactorAuthentication)
        plan = try container.decodeIfPresent(Plan.self, forKey: .plan)
    }

    /// Encodes the public and the private properties into one object.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error thrown by the encoder.
    public func encode(to encoder: any Encoder) throws {
        try user.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(privateGists, forKey: .privateGists)
        try container.encodeIfPresent(totalPrivateRepositories, forKey: .totalPrivateRepositories)
        try container.encodeIfPresent(ownedPrivateRepositories, forKey: .ownedPrivateRepositories)
        try container.encodeIfPresent(diskUsage, forKey: .diskUsage)
        try container.encodeIfPresent(collaborators, forKey: .collaborators)
        try container.encodeIfPresent(hasTwoFactorAuthentication, forKey: .hasTwoFactorAuthentication)
        try container.encodeIfPresent(plan, forKey: .plan)
    }
}
