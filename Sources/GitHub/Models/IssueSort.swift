public import RillHTTP

/// An order of the issues that a search finds; an open set.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-issues-and-pull-requests>, read 2026-11-21.
public struct IssueSort: RawRepresentable, Sendable, Hashable, QueryValue {
    /// What is sent as `sort`.
    public let rawValue: String

    /// Creates an order that is not among the static members.
    ///
    /// - Parameter rawValue: What is sent as `sort`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// By the number of their comments.
    public static let comments = IssueSort(rawValue: "comments")

    /// By the number of the reactions to them.
    public static let reactions = IssueSort(rawValue: "reactions")

    /// By the number of reactions and comments.
    public static let interactions = IssueSort(rawValue: "interactions")

    /// By the time of their creation.
    public static let created = IssueSort(rawValue: "created")

    /// By the time of their last change.
    public static let updated = IssueSort(rawValue: "updated")
}
