public import RillHTTP

/// A sort order of repository search results.
///
/// GitHub may support further values.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-repositories>, read 2026-11-21.
public struct RepositorySort: RawRepresentable, Sendable, Hashable, QueryValue {
    /// The value of the `sort` query parameter.
    public let rawValue: String

    /// Creates a sort order from the value of the query parameter.
    ///
    /// - Parameter rawValue: The value of the `sort` query parameter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Sorts by the number of stars.
    public static let stars = RepositorySort(rawValue: "stars")

    /// Sorts by the number of forks.
    public static let forks = RepositorySort(rawValue: "forks")

    /// Sorts by the number of issues labeled `help-wanted`.
    public static let helpWantedIssues = RepositorySort(rawValue: "help-wanted-issues")

    /// Sorts by the date of the last update.
    public static let updated = RepositorySort(rawValue: "updated")
}
