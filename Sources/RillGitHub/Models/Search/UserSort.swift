public import RillHTTP

/// A sort order of user search results.
///
/// GitHub may support further values.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-users>, read 2026-11-21.
public struct UserSort: RawRepresentable, Sendable, Hashable, QueryValue {
    /// The value of the `sort` query parameter.
    public let rawValue: String

    /// Creates a sort order from the value of the query parameter.
    ///
    /// - Parameter rawValue: The value of the `sort` query parameter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Sorts by the number of followers.
    public static let followers = UserSort(rawValue: "followers")

    /// Sorts by the number of repositories.
    public static let repositories = UserSort(rawValue: "repositories")

    /// Sorts by the date when the account was created.
    public static let joined = UserSort(rawValue: "joined")
}
