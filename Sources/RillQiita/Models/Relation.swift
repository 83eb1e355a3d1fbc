internal import RillHTTP

/// A relation of the authenticated user to an item, a tag or a user, which either exists or does not.
public enum Relation: Sendable, Hashable {
    /// The user has stocked an item.
    case stock(Item.ID)

    /// The user likes an item.
    ///
    /// Only Qiita Team supports adding and removing this relation.
    case like(Item.ID)

    /// The user follows a tag.
    case tagFollowing(Tag.ID)

    /// The user follows another user.
    case userFollowing(User.ID)
}

extension Relation {
    /// The path of the relation, with the ID percent-encoded as one path segment.
    var path: URLPath {
        switch self {
        case .stock(let id): "/items/\(id)/stock"
        case .like(let id): "/items/\(id)/like"
        case .tagFollowing(let id): "/tags/\(id)/following"
        case .userFollowing(let id): "/users/\(id)/following"
        }
    }
}
