public import Foundation

/// An issue or a pull request.
///
/// GitHub treats every pull request as an issue.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-issues-and-pull-requests>, read 2026-11-21.
public struct Issue: Sendable, Hashable, Identifiable {
    /// The unique ID of the issue.
    public var id: Int

    /// The GraphQL node ID, or `nil` in responses of older servers, which omit it (JSON key: `node_id`).
    public var nodeID: String?

    /// The number of the issue within its repository.
    public var number: Int

    /// The title.
    public var title: String

    /// Whether the issue is open or closed.
    public var state: State

    /// The URL of its web page, or `nil` if the response omits it (JSON key: `html_url`).
    public var htmlURL: URL?

    /// The API URL of the issue.
    public var url: URL

    /// The API URL of the repository (JSON key: `repository_url`).
    public var repositoryURL: URL?

    /// The reason for the state, such as `completed` or `not_planned`, or `nil` if none was given (JSON key:
    /// `state_reason`).
    public var stateReason: String?

    /// The author, or `nil` if the account was deleted.
    public var user: User?

    /// The users assigned to the issue.
    public var assignees: [User]?

    /// The labels.
    public var labels: [Label]?

    /// The description in Markdown, or `nil` if it is empty.
    public var body: String?

    /// The number of comments.
    public var comments: Int?

    /// The creation date (JSON key: `created_at`).
    public var createdAt: Date?

    /// The date of the last update (JSON key: `updated_at`).
    public var updatedAt: Date?

    /// The date when the issue was closed, or `nil` if it is open (JSON key: `closed_at`).
    public var closedAt: Date?

    /// Whether commenting is locked (JSON key: `locked`).
    public var isLocked: Bool?

    /// Whether it is a draft pull request (JSON key: `draft`).
    public var isDraft: Bool?

    /// The pull request information, or `nil` for an issue (JSON key: `pull_request`).
    public var pullRequest: PullRequest?

    /// The relevance score.
    ///
    /// Present only in search results.
    public var score: Double?

    /// Creates an issue.
    ///
    /// Properties without a parameter are `nil`.
    ///
    /// - Parameters:
    ///   - id: The unique ID.
    ///   - nodeID: The GraphQL node ID.
    ///   - number: The number within the repository.
    ///   - title: The title.
    ///   - state: The state, open or closed.
    ///   - htmlURL: The URL of the web page.
    ///   - url: The API URL.
    public init(
        id: Int, nodeID: String? = nil, number: Int, title: String, state: State, htmlURL: URL? = nil, url: URL
    ) {
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

    /// The state of an issue.
    ///
    /// Servers may send values that have no static member.
    public struct State: RawRepresentable, Sendable, Hashable, Codable {
        /// The raw value used by the service.
        public let rawValue: String

        /// Creates a state from its raw value.
        ///
        /// - Parameter rawValue: The raw value used by the service.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An open issue.
        public static let open = State(rawValue: "open")

        /// A closed issue.
        public static let closed = State(rawValue: "closed")
    }

    /// A label of an issue.
    ///
    /// GitHub may omit any of its properties.
    public struct Label: Sendable, Hashable, Codable {
        /// The name.
        public var name: String?

        /// The color as six hexadecimal digits: red, green, blue.
        public var color: String?

        /// A short description.
        public var description: String?

        /// Creates a label.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - color: The color as six hexadecimal digits.
        ///   - description: A short description.
        public init(name: String?, color: String? = nil, description: String? = nil) {
            self.name = name
            self.color = color
            self.description = description
        }
    }

    /// The pull request information of an issue.
    public struct PullRequest: Sendable, Hashable {
        /// The API URL of the pull request, or `nil` if the response omits it.
        public var url: URL?

        /// The date of the merge, or `nil` if the pull request is not merged (JSON key: `merged_at`).
        public var mergedAt: Date?

        /// Creates the pull request information.
        ///
        /// - Parameters:
        ///   - url: The API URL of the pull request.
        ///   - mergedAt: The date of the merge.
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
