public import RillHTTP

/// A sort order of issue search results.
///
/// GitHub may support further values.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-issues-and-pull-requests>, read 2026-11-21.
public struct IssueSort: RawRepresentable, Sendable, Hashable, QueryValue {
    /// The value of the `sort` query parameter.
    public let rawValue: String

    /// Creates a sort order from the value of the query parameter.
    ///
    /// - Parameter rawValue: The value of the `sort` query parameter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Sorts by the number of comments.
    public static let comments = IssueSort(rawValue: "comments")

    /// Sorts by the number of reactions.
    public static let reactions = IssueSort(rawValue: "reactions")

    /// Sorts by the total number of reactions and comments.
    public static let interactions = IssueSort(rawValue: "interactions")

    /// Sorts by creation date.
    public static let created = IssueSort(rawValue: "created")

    /// Sorts by the date of the last update.
    public static let updated = IssueSort(rawValue: "updated")
}
