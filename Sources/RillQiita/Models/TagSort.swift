public import RillHTTP

/// A sort order of the list of tags.
///
/// Qiita may support further values.
public struct TagSort: RawRepresentable, Sendable, Hashable, QueryValue {
    /// The value of the `sort` query parameter.
    public let rawValue: String

    /// Creates a sort order from the value of the query parameter.
    ///
    /// - Parameter rawValue: The value of the `sort` query parameter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Sorts by the number of articles, descending.
    public static let count = TagSort(rawValue: "count")

    /// Sorts by name.
    public static let name = TagSort(rawValue: "name")
}
