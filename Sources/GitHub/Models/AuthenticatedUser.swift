/// The owner of the token: what anyone can see of the account, and what only they can.
///
/// How much of the latter GitHub tells depends on what the token allows.
///
/// - SeeAlso: <https://docs.github.com/rest/users/users#get-the-authenticated-user>, read 2026-11-21.
public struct AuthenticatedUser: Sendable, Hashable {
    /// What anyone can see.
    public var user: User

    /// How many gists they have that few may see; the key `private_gists`.
    public var privateGists: Int?

    /// How many repositories they can see that few may see; the key `total_private_repos`.
    public var totalPrivateRepositories: Int?

    /// How many of these are their own; the key `owned_private_repos`.
    public var ownedPrivateRepositories: Int?

    /// How much room their repositories take, in kibibytes; the key `disk_usage`.
    public var diskUsage: Int?

    /// How many others may write to their repositories.
    public var collaborators: Int?

    /// Whether they log in with more than a password; the key `two_factor_authentication`.
    public var hasTwoFactorAuthentication: Bool?

    /// What they have paid for.
    public var plan: Plan?

    /// What an account has paid for.
    public struct Plan: Sendable, Hashable, Codable {
        /// The name: `free`, `pro`.
        public var name: String

        /// Creates a plan.
        ///
        /// - Parameter name: The name.
        public init(name: String) {
            self.name = name
        }
    }

    /// Creates one of which only the public part is known.
    ///
    /// - Parameter user: What anyone can see.
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

    /// Reads both parts from one object, as GitHub sends them.
    ///
    /// - Parameter decoder: Holds the object.
    /// - Throws: What the decoder throws.
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

    /// Writes both parts into one object.
    ///
    /// - Parameter encoder: Takes the object.
    /// - Throws: What the encoder throws.
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
