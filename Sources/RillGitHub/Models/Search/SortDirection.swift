public import RillHTTP

/// The direction of a sort order.
public enum SortDirection: String, Sendable, Hashable, CaseIterable, QueryValue {
    /// Ascending order: smallest, oldest or alphabetically first.
    case ascending = "asc"

    /// Descending order: largest, newest or alphabetically last.
    case descending = "desc"
}
