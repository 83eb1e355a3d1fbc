public import RillHTTP

/// An order of the users that a search finds; an open set.
///
/// - SeeAlso: <https://docs.github.com/rest/search/search#search-users>, read 2026-11-21.
public struct UserSort: RawRepresentable, Sendable, Hashable, QueryValue {
    /// What is sent as `sort`.
    public let rawValue: String

    /// Creates an order that is not among the static members.
    ///
    /// - Parameter rawValue: What is sent as `sort`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// By the number of their followers.
    public static let followers = UserSort(rawValue: "followers")

    /// By the number of their repositories.
    public static let repositories = UserSort(rawValue: "repositories")

    /// By the time when they joined GitHub.
    public static let joined = UserSort(rawValue: "joined")
}
