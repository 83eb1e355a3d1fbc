public import Foundation

/// An issue, or a pull request, which GitHub counts among them.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-issues-and-pull-requests>, read 2026-11-21.
public struct Issue: Sendable, Hashable, Identifiable {
    /// The number that no other issue of GitHub has.
    public var id: Int

    /// What the GraphQL API calls it; the key `node_id`.
    public var nodeID: String

    /// The number within its repository, behind the `#`.
    public var number: Int

    /// What it is about.
    public var title: String

    /// Whether there is still something to do.
    public var state: State

    /// Where people look at it; the key `html_url`.
    public var htmlURL: URL

    /// Where programs ask for it.
    public var url: URL

    /// Where programs ask for its repository; the key `repository_url`.
    public var repositoryURL: URL?

    /// Why it is in its state: `completed`, `not_planned`, `reopened`; nil if nobody has said; the key `state_reason`.
    public var stateReason: String?

    /// Who has written it; nil if that account is gone.
    public var user: User?

    /// Who takes care of it.
    public var assignees: [User]?

    /// What it is filed under.
    public var labels: [Label]?

    /// What it says, in Markdown; nil if it says no more than the title.
    public var body: String?

    /// How many comments there are on it.
    public var comments: Int?

    /// When it was written; the key `created_at`.
    public var createdAt: Date?

    /// When something about it was last changed; the key `updated_at`.
    public var updatedAt: Date?

    /// When it was closed; nil if it is open; the key `closed_at`.
    public var closedAt: Date?

    /// Whether no more comments are taken; the key `locked`.
    public var isLocked: Bool?

    /// Whether it is a pull request that is not ready yet; the key `draft`.
    public var isDraft: Bool?

    /// Where the change is; nil if it is no pull request; the key `pull_request`.
    public var pullRequest: PullRequest?

    /// How well it fits a search.
    public var score: Double?

    /// Creates one; what is not named here is nil, and can be set.
    ///
    /// - Parameters:
    ///   - id: The number that no other issue has.
    ///   - nodeID: What the GraphQL API calls it.
    ///   - number: The number within its repository.
    ///   - title: What it is about.
    ///   - state: Whether there is still something to do.
    ///   - htmlURL: Where people look at it.
    ///   - url: Where programs ask for it.
    public init(id: Int, nodeID: String, number: Int, title: String, state: State, htmlURL: URL, url: URL) {
        self.id = id
        self.nodeID = nodeID
        self.number = number
        self.title = title
        self.state = state
        self.htmlURL = htmlURL
        self.url = url
    }
}

extension Issue: Codable {
    private enum CodingKeys: String, CodingKey {
        case id
        case nodeID = "node_id"
        case number
        case title
        case state
        case htmlURL = "html_url"
        case url
        case repositoryURL = "repository_url"
        case stateReason = "state_reason"
        case user
        case assignees
        case labels
        case body
        case comments
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case closedAt = "closed_at"
        case isLocked = "locked"
        case isDraft = "draft"
        case pullRequest = "pull_request"
        case score
    }
}

extension Issue {
    /// Whether it is a pull request.
    public var isPullRequest: Bool { pullRequest != nil }

    /// Whether there is still something to do about an issue; an open set.
    public struct State: RawRepresentable, Sendable, Hashable, Codable {
        /// The word that is sent.
        public let rawValue: String

        /// Creates a state that is not among the static members.
        ///
        /// - Parameter rawValue: The word that is sent.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There is.
        public static let open = State(rawValue: "open")

        /// There is not.
        public static let closed = State(rawValue: "closed")
    }

    /// What issues are filed under; GitHub may leave out any of it.
    public struct Label: Sendable, Hashable, Codable {
        /// The name.
        public var name: String?

        /// The colour, in six hexadecimal digits: red, green, blue.
        public var color: String?

        /// What it means, in a line.
        public var description: String?

        /// Creates a label.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - color: The colour, in six hexadecimal digits.
        ///   - description: What it means.
        public init(name: String?, color: String? = nil, description: String? = nil) {
            self.name = name
            self.color = color
            self.description = description
        }
    }

    /// The change that a pull request proposes.
    public struct PullRequest: Sendable, Hashable {
        /// Where programs ask for it; nil if GitHub does not say.
        public var url: URL?

        /// When it was taken over; nil if it was not; the key `merged_at`.
        public var mergedAt: Date?

        /// Creates the change of a pull request.
        ///
        /// - Parameters:
        ///   - url: Where programs ask for it.
        ///   - mergedAt: When it was taken over.
        public init(url: URL? = nil, mergedAt: Date? = nil) {
            self.url = url
            self.mergedAt = mergedAt
        }
    }
}

extension Issue.PullRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case url
        case mergedAt = "merged_at"
    }
}
