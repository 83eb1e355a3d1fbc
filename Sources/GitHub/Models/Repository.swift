public import Foundation

/// A repository.
///
/// Not every answer of GitHub tells all of it: what some leave out, or send as null, is optional. Only the answers to
/// searches have a ``score``, and only ``GetRepository`` brings ``subscribersCount``.
///
/// - SeeAlso: <https://docs.github.com/rest/repos/repos#get-a-repository>, read 2026-11-21.
public struct Repository: Sendable, Hashable, Identifiable {
    /// The number that it keeps when it is renamed.
    public var id: Int

    /// What the GraphQL API calls it; the key `node_id`.
    public var nodeID: String

    /// Its name: `rill`.
    public var name: String

    /// Its owner's name and its own: `octo/rill`; the key `full_name`.
    public var fullName: String

    /// Whether few may see it; the key `private`.
    public var isPrivate: Bool

    /// Whether it was made from another one; the key `fork`.
    public var isFork: Bool

    /// Where people look at it; the key `html_url`.
    public var htmlURL: URL

    /// Where programs ask for it.
    public var url: URL

    /// To whom it belongs; nil if that account is gone.
    public var owner: User?

    /// What it is, in a line; nil if nobody has said.
    public var description: String?

    /// The address of a page about it, as it was typed; nil or empty if there is none.
    public var homepage: String?

    /// The programming language of most of it; nil if none was made out.
    public var language: String?

    /// Under which licence it may be used; nil if none was found.
    public var license: License?

    /// What it is filed under.
    public var topics: [String]?

    /// Who may see it.
    public var visibility: Visibility?

    /// The branch that is shown first; the key `default_branch`.
    public var defaultBranch: String?

    /// When it was created; the key `created_at`.
    public var createdAt: Date?

    /// When something about it was last changed; the key `updated_at`.
    public var updatedAt: Date?

    /// When its code was last changed; nil if it never was; the key `pushed_at`.
    public var pushedAt: Date?

    /// How large it is, in kibibytes.
    public var size: Int?

    /// How many users have given it a star; the key `stargazers_count`.
    public var stargazersCount: Int?

    /// The same number again, as GitHub has it for older clients; the key `watchers_count`.
    public var watchersCount: Int?

    /// How many repositories were made from it; the key `forks_count`.
    public var forksCount: Int?

    /// How many of its issues and pull requests are open; the key `open_issues_count`.
    public var openIssuesCount: Int?

    /// How many users are told what happens in it; the key `subscribers_count`.
    public var subscribersCount: Int?

    /// Whether it can be read only; the key `archived`.
    public var isArchived: Bool?

    /// Whether GitHub has shut it; the key `disabled`.
    public var isDisabled: Bool?

    /// Whether others are made after it; the key `is_template`.
    public var isTemplate: Bool?

    /// Whether it has issues; the key `has_issues`.
    public var hasIssues: Bool?

    /// Whether it has projects; the key `has_projects`.
    public var hasProjects: Bool?

    /// Whether it has a wiki; the key `has_wiki`.
    public var hasWiki: Bool?

    /// Whether a website is made of it; the key `has_pages`.
    public var hasPages: Bool?

    /// Whether it has discussions; the key `has_discussions`.
    public var hasDiscussions: Bool?

    /// What the owner of the token may do with it: `admin`, `push`, `pull`.
    public var permissions: [String: Bool]?

    /// How well it fits a search.
    public var score: Double?

    /// Creates one; what is not named here is nil, and can be set.
    ///
    /// - Parameters:
    ///   - id: The number.
    ///   - nodeID: What the GraphQL API calls it.
    ///   - name: The name.
    ///   - fullName: The owner's name and its own.
    ///   - isPrivate: Whether few may see it.
    ///   - isFork: Whether it was made from another one.
    ///   - htmlURL: Where people look at it.
    ///   - url: Where programs ask for it.
    ///   - owner: To whom it belongs.
    ///   - description: What it is, in a line.
    public init(
        id: Int, nodeID: String, name: String, fullName: String, isPrivate: Bool, isFork: Bool, htmlURL: URL,
        url: URL, owner: User? = nil, description: String? = nil
    ) {
        self.id = id
        self.nodeID = nodeID
        self.name = name
        self.fullName = fullName
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
        case fullName = "full_name"
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
    /// Who may see a repository; an open set.
    public struct Visibility: RawRepresentable, Sendable, Hashable, Codable {
        /// The word that is sent.
        public let rawValue: String

        /// Creates one that is not among the static members.
        ///
        /// - Parameter rawValue: The word that is sent.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Anyone.
        public static let `public` = Visibility(rawValue: "public")

        /// Those whom the owner has named.
        public static let `private` = Visibility(rawValue: "private")

        /// All members of the enterprise.
        public static let `internal` = Visibility(rawValue: "internal")
    }
}
