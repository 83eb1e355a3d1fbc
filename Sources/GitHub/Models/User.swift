public import Foundation

/// An account: a person, an organization or a bot.
///
/// Where an answer mentions someone in passing, as the owner of a repository or the author of an issue, it leaves out all
/// that is optional here. ``GetUser`` brings the rest; only the answers to searches have a ``score``.
///
/// - SeeAlso: <https://docs.github.com/rest/users/users#get-a-user>, read 2026-11-21.
public struct User: Sendable, Hashable, Identifiable {
    /// The name of the account.
    public var login: String

    /// The number that it keeps when it is renamed.
    public var id: Int

    /// What the GraphQL API calls it; the key `node_id`.
    public var nodeID: String

    /// The address of its picture; the key `avatar_url`.
    public var avatarURL: URL

    /// Where people look at it; the key `html_url`.
    public var htmlURL: URL

    /// Where programs ask for it.
    public var url: URL

    /// What kind of account it is; the key `type`.
    public var kind: Kind

    /// Whether it belongs to GitHub's staff; the key `site_admin`.
    public var isSiteAdmin: Bool?

    /// The name of the person or organization; nil if they have not told it.
    public var name: String?

    /// Where they work.
    public var company: String?

    /// The address of their page, as it was typed; nil or empty if they have not told it.
    public var blog: String?

    /// Where they live, as it was typed.
    public var location: String?

    /// Their public address for mail.
    public var email: String?

    /// Whether they look for work; the key `hireable`.
    public var isHireable: Bool?

    /// What they say of themselves.
    public var bio: String?

    /// Their name at Twitter; the key `twitter_username`.
    public var twitterUsername: String?

    /// How many repositories they have that anyone may see; the key `public_repos`.
    public var publicRepositories: Int?

    /// How many gists they have that anyone may see; the key `public_gists`.
    public var publicGists: Int?

    /// How many follow them.
    public var followers: Int?

    /// How many they follow.
    public var following: Int?

    /// When they joined GitHub; the key `created_at`.
    public var createdAt: Date?

    /// When something about them was last changed; the key `updated_at`.
    public var updatedAt: Date?

    /// How well they fit a search.
    public var score: Double?

    /// Creates one; what is not named here is nil, and can be set.
    ///
    /// - Parameters:
    ///   - login: The name of the account.
    ///   - id: The number.
    ///   - nodeID: What the GraphQL API calls it.
    ///   - avatarURL: The address of its picture.
    ///   - htmlURL: Where people look at it.
    ///   - url: Where programs ask for it.
    ///   - kind: What kind of account it is.
    public init(login: String, id: Int, nodeID: String, avatarURL: URL, htmlURL: URL, url: URL, kind: Kind) {
        self.login = login
        self.id = id
        self.nodeID = nodeID
        self.avatarURL = avatarURL
        self.htmlURL = htmlURL
        self.url = url
        self.kind = kind
    }
}

extension User: Codable {
    private enum CodingKeys: String, CodingKey {
        case login
        case id
        case nodeID = "node_id"
        case avatarURL = "avatar_url"
        case htmlURL = "html_url"
        case url
        case kind = "type"
        case isSiteAdmin = "site_admin"
        case name
        case company
        case blog
        case location
        case email
        case isHireable = "hireable"
        case bio
        case twitterUsername = "twitter_username"
        case publicRepositories = "public_repos"
        case publicGists = "public_gists"
        case followers
        case following
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case score
    }
}

extension User {
    /// The kinds of accounts; an open set.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// The word that is sent.
        public let rawValue: String

        /// Creates a kind that is not among the static members.
        ///
        /// - Parameter rawValue: The word that is sent.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A person.
        public static let user = Kind(rawValue: "User")

        /// An organization.
        public static let organization = Kind(rawValue: "Organization")

        /// A program.
        public static let bot = Kind(rawValue: "Bot")
    }
}
