public import RillHTTP

/// An order of the repositories that a search finds; an open set.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-repositories>, read 2026-11-21.
public struct RepositorySort: RawRepresentable, Sendable, Hashable, QueryValue {
    /// What is sent as `sort`.
    public let rawValue: String

    /// Creates an order that is not among the static members.
    ///
    /// - Parameter rawValue: What is sent as `sort`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// By the number of their stars.
    public static let stars = RepositorySort(rawValue: "stars")

    /// By the number of their forks.
    public static let forks = RepositorySort(rawValue: "forks")

    /// By the number of their issues that ask for help.
    public static let helpWantedIssues = RepositorySort(rawValue: "help-wanted-issues")

    /// By the time of their last change.
    public static let updated = RepositorySort(rawValue: "updated")
}
