public import Foundation

/// An article on Qiita, which the API calls an item.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#投稿>, read 2026-11-23.
public struct Item: Sendable, Hashable, Identifiable {
    /// The ID: 20 hexadecimal digits.
    public var id: String

    /// The title.
    public var title: String

    /// The text in Markdown.
    public var body: String

    /// The text in HTML (JSON key: `rendered_body`).
    public var renderedBody: String

    /// The URL of its web page.
    public var url: URL

    /// The creation date (JSON key: `created_at`).
    public var createdAt: Date

    /// The date of the last update (JSON key: `updated_at`).
    public var updatedAt: Date

    /// The tags with their versions.
    public var tags: [Tagging]

    /// The author.
    public var user: User

    /// Whether only users who know the URL can read the item (JSON key: `private`).
    public var isPrivate: Bool

    /// Whether other members of the team can edit the item, only on Qiita Team (JSON key: `coediting`).
    public var isCoediting: Bool

    /// Whether the slide mode is enabled, or `nil` if the response omits it (JSON key: `slide`).
    public var isSlide: Bool?

    /// The number of comments, or `nil` if the response omits it (JSON key: `comments_count`).
    public var commentsCount: Int?

    /// The number of likes, or `nil` if the response omits it (JSON key: `likes_count`).
    public var likesCount: Int?

    /// The number of emoji reactions, or `nil` if the response omits it (JSON key: `reactions_count`).
    public var reactionsCount: Int?

    /// The number of users who stocked the item, or `nil` if the response omits it (JSON key: `stocks_count`).
    public var stocksCount: Int?

    /// The number of page views, or `nil` unless the item belongs to the authenticated user (JSON key:
    /// `page_views_count`).
    public var pageViewsCount: Int?

    /// The name of the organization in URLs, or `nil` if the item belongs to none (JSON key: `organization_url_name`).
    public var organizationURLName: String?

    /// The group of Qiita Team, or `nil` if there is none.
    public var group: Group?

    /// The membership of the author in Qiita Team, or `nil` if there is none (JSON key: `team_membership`).
    public var teamMembership: TeamMembership?

    /// Creates an item.
    ///
    /// Properties without a parameter are `nil`, 0, `false` or empty.
    ///
    /// - Parameters:
    ///   - id: The ID.
    ///   - title: The title.
    ///   - body: The text in Markdown.
    ///   - renderedBody: The text in HTML.
    ///   - url: The URL of the web page.
    ///   - createdAt: The creation date.
    ///   - updatedAt: The date of the last update.
    ///   - tags: The tags with their versions.
    ///   - user: The author.
    public init(
        id: String, title: String, body: String, renderedBody: String, url: URL, createdAt: Date, updatedAt: Date,
        tags: [Tagging], user: User
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.renderedBody = renderedBody
        self.url = url
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.tags = tags
        self.user = user
        isPrivate = false
        isCoediting = false
        commentsCount = 0
        likesCount = 0
        reactionsCount = 0
    }
}

extension Item: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case title
        case body
        case renderedBody = "rendered_body"
        case url
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case tags
        case user
        case isPrivate = "private"
        case isCoediting = "coediting"
        case isSlide = "slide"
        case commentsCount = "comments_count"
        case likesCount = "likes_count"
        case reactionsCount = "reactions_count"
        case stocksCount = "stocks_count"
        case pageViewsCount = "page_views_count"
        case organizationURLName = "organization_url_name"
        case group
        case teamMembership = "team_membership"
    }
}
