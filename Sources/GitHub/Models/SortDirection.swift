public import RillHTTP

/// Which way a list is sorted.
public enum SortDirection: String, Sendable, Hashable, CaseIterable, QueryValue {
    /// The least, the oldest or the first of the alphabet first.
    case ascending = "asc"

    /// The greatest, the newest or the last of the alphabet first.
    case descending = "desc"
}
