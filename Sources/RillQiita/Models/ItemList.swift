internal import RillHTTP

/// A list of items.
public enum ItemList: Sendable, Hashable {
    /// All items, newest first.
    case all

    /// The items that match a query in Qiita's search syntax: `tag:Swift stocks:>10 created:>=2024-01-01`.
    case matching(String)

    /// The items with a tag, newest first.
    case tagged(Tag.ID)

    /// The items of a user, newest first.
    case published(by: User.ID)

    /// The items that a user has stocked, latest stock first.
    case stocked(by: User.ID)

    /// The items of the authenticated user, newest first.
    case authenticatedUser
}

extension ItemList {
    /// The path of the list, with IDs percent-encoded as one path segment.
    var path: URLPath {
        switch self {
        case .all, .matching: "/items"
        case .tagged(let id): "/tags/\(id)/items"
        case .published(let id): "/users/\(id)/items"
        case .stocked(let id): "/users/\(id)/stocks"
        case .authenticatedUser: "/authenticated_user/items"
        }
    }

    /// The search query, or `nil` if the list has none.
    var text: String? {
        if case .matching(let text) = self { text } else { nil }
    }
}
