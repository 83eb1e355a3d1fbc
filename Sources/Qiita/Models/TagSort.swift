public import RillHTTP

/// An order of the list of tags; an open set.
public struct TagSort: RawRepresentable, Sendable, Hashable, QueryValue {
    /// What is sent as `sort`.
    public let rawValue: String

    /// Creates an order that is not among the static members.
    ///
    /// - Parameter rawValue: What is sent as `sort`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Those with the most articles first.
    public static let count = TagSort(rawValue: "count")

    /// By name.
    public static let name = TagSort(rawValue: "name")
}
