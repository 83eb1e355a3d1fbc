internal import RillHTTP

/// A list of users.
public enum UserList: Sendable, Hashable {
    /// All users, newest first.
    case all

    /// The users who have stocked an item, latest stock first.
    case stocking(Item.ID)

    /// The users whom a user follows.
    case followed(by: User.ID)

    /// The users who follow a user.
    case following(User.ID)
}

extension UserList {
    /// The path of the list, with IDs percent-encoded as one path segment.
    var path: URLPath {
        switch self {
        case .all: "/users"
        case .stocking(let id): "/items/\(id)/stockers"
        case .followed(let id): "/users/\(id)/followees"
        case .following(let id): "/users/\(id)/followers"
        }
    }
}
