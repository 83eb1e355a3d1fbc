public import Foundation

/// A user of Qiita.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#ユーザ>, read 2026-11-23.
public struct User: Sendable, Hashable, Identifiable {
    /// The name that identifies the user in URLs, which the user can change.
    public var id: String

    /// The ID that does not change (JSON key: `permanent_id`).
    public var permanentID: Int

    /// The display name, which may be empty, or `nil` if it is not set.
    public var name: String?

    /// The biography, or `nil` if it is not set.
    public var description: String?

    /// The organization, as entered by the user, or `nil` if it is not set.
    public var organization: String?

    /// The location, as entered by the user, or `nil` if it is not set.
    public var location: String?

    /// The URL of the website, as entered by the user, or `nil` if it is not set (JSON key: `website_url`).
    ///
    /// May be empty.
    public var websiteURL: String?

    /// The URL of the profile image (JSON key: `profile_image_url`).
    public var profileImageURL: URL

    /// The Facebook ID, or `nil` if it is not set (JSON key: `facebook_id`).
    public var facebookID: String?

    /// The login on GitHub, or `nil` if it is not set (JSON key: `github_login_name`).
    public var gitHubLoginName: String?

    /// The LinkedIn ID, or `nil` if it is not set (JSON key: `linkedin_id`).
    public var linkedInID: String?

    /// The Twitter username, or `nil` if it is not set (JSON key: `twitter_screen_name`).
    public var twitterScreenName: String?

    /// The number of published items (JSON key: `items_count`).
    public var itemsCount: Int

    /// The number of followed users (JSON key: `followees_count`).
    public var followeesCount: Int

    /// The number of followers (JSON key: `followers_count`).
    public var followersCount: Int

    /// Whether the user can only use Qiita Team, or `nil` if the response omits it (JSON key: `team_only`).
    public var isTeamOnly: Bool?

    /// Creates a user.
    ///
    /// Properties without a parameter are `nil`, 0 or `false`.
    ///
    /// - Parameters:
    ///   - id: The name that identifies the user in URLs.
    ///   - permanentID: The ID that does not change.
    ///   - profileImageURL: The URL of the profile image.
    public init(id: String, permanentID: Int, profileImageURL: URL) {
        self.id = id
        self.permanentID = permanentID
        self.profileImageURL = profileImageURL
        itemsCount = 0
        followeesCount = 0
        followersCount = 0
        isTeamOnly = false
    }
}

extension User: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case permanentID = "permanent_id"
        case name
        case description
        case organization
        case location
        case websiteURL = "website_url"
        case profileImageURL = "profile_image_url"
        case facebookID = "facebook_id"
        case gitHubLoginName = "github_login_name"
        case linkedInID = "linkedin_id"
        case twitterScreenName = "twitter_screen_name"
        case itemsCount = "items_count"
        case followeesCount = "followees_count"
        case followersCount = "followers_count"
        case isTeamOnly = "team_only"
    }
}
