public import RillHTTP

/// An order of the repositories of a user; an open set.
///
/// - SeeAlso: <https://docs.github.com/rest/repos/repos#list-repositories-for-a-user>, read 2026-11-21.
public struct RepositoryListSort: RawRepresentable, Sendable, Hashable, QueryValue {
    /// What is sent as `sort`.
    public let rawValue: String

    /// Creates an order that is not among the static members.
    ///
    /// - Parameter rawValue: What is sent as `sort`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// By the time of their creation.
    public static let created = RepositoryListSort(rawValue: "created")

    /// By the time of their last change.
    public static let updated = RepositoryListSort(rawValue: "updated")

    /// By the time of the last push.
    public static let pushed = RepositoryListSort(rawValue: "pushed")

    /// By owner and name, from the beginning of the alphabet unless told otherwise.
    public static let fullName = RepositoryListSort(rawValue: "full_name")
}
