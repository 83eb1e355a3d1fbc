public import Foundation

/// A user, organization or bot account.
///
/// Responses that embed an account, such as the owner of a repository or the author of an issue, omit the optional
/// properties. ``GetUser`` returns all of them, except for ``score``, which only search results have.
///
/// - SeeAlso: <https://docs.github.com/rest/users/users#get-a-user>, read 2026-11-21.
public struct User: Sendable, Hashable, Identifiable {
    /// The login of the account.
    public var login: String

    /// The unique ID, which does not change when the account is renamed.
    public var id: Int

    /// The GraphQL node ID, or `nil` in responses of older servers, which omit it (JSON key: `node_id`).
    public var nodeID: String?

    /// The URL of the avatar image (JSON key: `avatar_url`).
    public var avatarURL: URL

    /// The URL of its web page, or `nil` if the response omits it (JSON key: `html_url`).
    public var htmlURL: URL?

    /// The API URL of the account.
    public var url: URL

    /// The kind of account, or `nil` in responses of older servers, which omit it (JSON key: `type`).
    public var kind: Kind?

    /// Whether the account belongs to GitHub's staff (JSON key: `site_admin`).
    public var isSiteAdmin: Bool?

    /// The display name, or `nil` if it is not set.
    public var name: String?

    /// The company.
    public var company: String?

    /// The URL of the website, as entered by the user.
    ///
    /// `nil` or empty if it is not set.
    public var blog: String?

    /// The location, as entered by the user.
    public var location: String?

    /// The public email address.
    public var email: String?

    /// Whether the user is available for hire (JSON key: `hireable`).
    public var isHireable: Bool?

    /// The biography.
    public var bio: String?

    /// The Twitter username (JSON key: `twitter_username`).
    public var twitterUsername: String?

    /// The number of public repositories (JSON key: `public_repos`).
    public var publicRepositories: Int?

    /// The number of public gists (JSON key: `public_gists`).
    public var publicGists: Int?

    /// The number of followers.
    public var followers: Int?

    /// The number of followed users.
    public var following: Int?

    /// The date when the account was created (JSON key: `created_at`).
    public var createdAt: Date?

    /// The date of the last update of the profile (JSON key: `updated_at`).
    public var updatedAt: Date?

    /// The relevance score.
    ///
    /// Present only in search results.
    public var score: Double?

    /// Creates an account.
    ///
    /// Properties without a parameter are `nil`.
    ///
    /// - Parameters:
    ///   - login: The login.
    ///   - id: The unique ID.
    ///   - nodeID: The GraphQL node ID.
    ///   - avatarURL: The URL of the avatar image.
    ///   - htmlURL: The URL of the web page.
    ///   - url: The API URL.
    ///   - kind: The kind of account.
    public init(
        login: String, id: Int, nodeID: String? = nil, avatarURL: URL, htmlURL: URL? = nil, url: URL, kind: Kind? = nil
    ) {
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
    /// A kind of account.
    ///
    /// Servers may send values that have no static member.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// The raw value used by the service.
        public let rawValue: String

        /// Creates a kind from its raw value.
        ///
        /// - Parameter rawValue: The raw value used by the service.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A personal account.
        public static let user = Kind(rawValue: "User")

        /// An organization.
        public static let organization = Kind(rawValue: "Organization")

        /// A bot account.
        public static let bot = Kind(rawValue: "Bot")
    }
}
