public import RillHTTP

/// A sort order of a user's repositories.
///
/// GitHub may support further values.
///
/// - SeeAlso: <https://docs.github.com/rest/repos/repos#list-repositories-for-a-user>, read 2026-11-21.
public struct RepositoryListSort: RawRepresentable, Sendable, Hashable, QueryValue {
    /// The value of the `sort` query parameter.
    public let rawValue: String

    /// Creates a sort order from the value of the query parameter.
    ///
    /// - Parameter rawValue: The value of the `sort` query parameter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Sorts by creation date.
    public static let created = RepositoryListSort(rawValue: "created")

    /// Sorts by the date of the last update.
    public static let updated = RepositoryListSort(rawValue: "updated")

    /// Sorts by the date of the last push.
    public static let pushed = RepositoryListSort(rawValue: "pushed")

    /// Sorts by full name, ascending by default.
    public static let fullName = RepositoryListSort(rawValue: "full_name")
}
