public import Foundation

/// A repository.
///
/// Properties that some responses omit or send as null are optional. Only search results have a ``score``, and only the
/// response to ``GetRepository`` has ``subscribersCount``.
///
/// - SeeAlso: <https://docs.github.com/rest/repos/repos#get-a-repository>, read 2026-11-21.
public struct Repository: Sendable, Hashable, Identifiable {
    /// The unique ID, which does not change when the repository is renamed.
    public var id: Int

    /// The GraphQL node ID, or `nil` in responses of older servers, which omit it (JSON key: `node_id`).
    public var nodeID: String?

    /// The name without the owner: `rill`.
    public var name: String

    /// The name with the owner, such as `octo/rill` (JSON key: `full_name`).
    ///
    /// In responses of older servers, which omit it, it consists of the owner's login and the name.
    public var fullName: String {
        get { receivedFullName ?? owner.map { "\($0.login)/\(name)" } ?? name }
        set { receivedFullName = newValue }
    }

    private var receivedFullName: String?

    /// Whether the repository is private (JSON key: `private`).
    public var isPrivate: Bool

    /// Whether the repository is a fork (JSON key: `fork`).
    public var isFork: Bool

    /// The URL of its web page, or `nil` if the response omits it (JSON key: `html_url`).
    public var htmlURL: URL?

    /// The API URL of the repository.
    public var url: URL

    /// The owner, or `nil` if the account was deleted.
    public var owner: User?

    /// A short description, or `nil` if there is none.
    public var description: String?

    /// The URL of the project's website, as entered by the owner.
    ///
    /// `nil` or empty if there is none.
    public var homepage: String?

    /// The primary programming language, or `nil` if GitHub detected none.
    public var language: String?

    /// The license, or `nil` if GitHub detected none.
    public var license: License?

    /// The topics.
    public var topics: [String]?

    /// The visibility.
    public var visibility: Visibility?

    /// The name of the default branch (JSON key: `default_branch`).
    public var defaultBranch: String?

    /// The creation date (JSON key: `created_at`).
    public var createdAt: Date?

    /// The date of the last update of the repository's metadata (JSON key: `updated_at`).
    public var updatedAt: Date?

    /// The date of the last push, or `nil` if nothing was pushed (JSON key: `pushed_at`).
    public var pushedAt: Date?

    /// The size in kibibytes.
    public var size: Int?

    /// The number of stars (JSON key: `stargazers_count`).
    public var stargazersCount: Int?

    /// The number of stars, under its legacy name (JSON key: `watchers_count`).
    public var watchersCount: Int?

    /// The number of forks (JSON key: `forks_count`).
    public var forksCount: Int?

    /// The number of open issues and pull requests (JSON key: `open_issues_count`).
    public var openIssuesCount: Int?

    /// The number of users who watch the repository (JSON key: `subscribers_count`).
    public var subscribersCount: Int?

    /// Whether the repository is archived and therefore read-only (JSON key: `archived`).
    public var isArchived: Bool?

    /// Whether GitHub has disabled the repository (JSON key: `disabled`).
    public var isDisabled: Bool?

    /// Whether the repository is a template for new repositories (JSON key: `is_template`).
    public var isTemplate: Bool?

    /// Whether issues are enabled (JSON key: `has_issues`).
    public var hasIssues: Bool?

    /// Whether projects are enabled (JSON key: `has_projects`).
    public var hasProjects: Bool?

    /// Whether the wiki is enabled (JSON key: `has_wiki`).
    public var hasWiki: Bool?

    /// Whether a GitHub Pages site is enabled (JSON key: `has_pages`).
    public var hasPages: Bool?

    /// Whether discussions are enabled (JSON key: `has_discussions`).
    public var hasDiscussions: Bool?

    /// The permissions of the authenticated user: `admin`, `push`, `pull`.
    public var permissions: [String: Bool]?

    /// The relevance score.
    ///
    /// Present only in search results.
    public var score: Double?

    /// Creates a repository.
    ///
    /// Properties without a parameter are `nil`.
    ///
    /// - Parameters:
    ///   - id: The unique ID.
    ///   - nodeID: The GraphQL node ID.
    ///   - name: The name without the owner.
    ///   - fullName: The name with the owner.
    ///   - isPrivate: Whether the repository is private.
    ///   - isFork: Whether the repository is a fork.
    ///   - htmlURL: The URL of the web page.
    ///   - url: The API URL.
    ///   - owner: The owner.
    ///   - description: A short description.
    public init(
        id: Int, nodeID: String? = nil, name: String, fullName: String, isPrivate: Bool, isFork: Bool,
        htmlURL: URL? = nil, url: URL, owner: User? = nil, description: String? = nil
    ) {
        self.id = id
        self.nodeID = nodeID
        self.name = name
        receivedFullName = fullName
        self.isPrivate = isPrivate
        self.isFork = isFork
        self.htmlURL = htmlURL
        self.url = url
        self.owner = owner
        self.description = description
    }
}

extension Repository: Codable {
    private enum CodingKeys: String, CodingKey {
        case id
        case nodeID = "node_id"
        case name
        case receivedFullName = "full_name"
        case isPrivate = "private"
        case isFork = "fork"
        case htmlURL = "html_url"
        case url
        case owner
        case description
        case homepage
        case language
        case license
        case topics
        case visibility
        case defaultBranch = "default_branch"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case pushedAt = "pushed_at"
        case size
        case stargazersCount = "stargazers_count"
        case watchersCount = "watchers_count"
        case forksCount = "forks_count"
        case openIssuesCount = "open_issues_count"
        case subscribersCount = "subscribers_count"
        case isArchived = "archived"
        case isDisabled = "disabled"
        case isTemplate = "is_template"
        case hasIssues = "has_issues"
        case hasProjects = "has_projects"
        case hasWiki = "has_wiki"
        case hasPages = "has_pages"
        case hasDiscussions = "has_discussions"
        case permissions
        case score
    }
}

extension Repository {
    /// The visibility of a repository.
    ///
    /// Servers may send values that have no static member.
    public struct Visibility: RawRepresentable, Sendable, Hashable, Codable {
        /// The raw value used by the service.
        public let rawValue: String

        /// Creates a visibility from its raw value.
        ///
        /// - Parameter rawValue: The raw value used by the service.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Visible to everyone.
        public static let `public` = Visibility(rawValue: "public")

        /// Visible only to users with explicit access.
        public static let `private` = Visibility(rawValue: "private")

        /// Visible to all members of the enterprise.
        public static let `internal` = Visibility(rawValue: "internal")
    }
}
