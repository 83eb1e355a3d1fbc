internal import Foundation
internal import RillHTTP

/// The users and posts, stored in memory.
///
/// `@unchecked Sendable`: `lock` guards all mutable state.
final class GarageStore: @unchecked Sendable {
    private let lock = Lock()
    private var userList: [GarageUser]
    private var postList: [GaragePost]
    private var nextPost: Int

    init(userCount: Int) {
        userList = GarageUser.make(count: userCount)
        postList = GaragePost.make(count: 60, users: userList.count)
        nextPost = postList.count + 1
    }

    // MARK: Users

    var users: [GarageUser] { lock.withLock { userList } }

    func user(_ id: Int?) -> GarageUser? { lock.withLock { userList.first { $0.id == id } } }

    func user(email: String) -> GarageUser? { lock.withLock { userList.first { $0.email == email } } }

    func rename(_ id: Int, to name: String) {
        lock.withLock {
            if let index = userList.firstIndex(where: { $0.id == id }) { userList[index].name = name }
        }
    }

    // MARK: Posts

    var posts: [GaragePost] { lock.withLock { postList } }

    func post(_ id: Int?) -> GaragePost? { lock.withLock { postList.first { $0.id == id } } }

    func addPost(title: String, body: String?, userID: Int?) -> GaragePost {
        lock.withLock {
            let post = GaragePost(id: nextPost, title: title, body: body, publishedAt: nil, userID: userID)
            nextPost += 1
            postList.append(post)
            return post
        }
    }

    func changePost(_ id: Int, _ change: (inout GaragePost) -> Void) {
        lock.withLock {
            if let index = postList.firstIndex(where: { $0.id == id }) { change(&postList[index]) }
        }
    }

    func deletePost(_ id: Int) {
        lock.withLock { postList.removeAll { $0.id == id } }
    }
}

/// A stored user.
struct GarageUser: Sendable {
    let id: Int
    var name: String
    let email: String

    /// Creates users with the names `alice`, `bob2`, and so on.
    static func make(count: Int) -> [GarageUser] {
        let names = ["alice", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "judy"]
        return (1...max(count, 1)).map { id in
            let name = names[(id - 1) % names.count] + (id == 1 ? "" : "\(id)")
            return GarageUser(id: id, name: name, email: "\(name)@example.com")
        }
    }

    /// Returns the JSON of the selected fields.
    func value(_ selector: GarageSelector) -> GarageValue {
        var pairs: [(name: String, value: GarageValue)] = []
        if !selector.excludes("id") { pairs.append(("id", .number(id))) }
        if !selector.excludes("name") { pairs.append(("name", .text(name))) }
        if !selector.excludes("email") { pairs.append(("email", .text(email))) }
        if !selector.excludes("_links") {
            let posts = GarageValue.object([("href", .text("/v1/users/\(id)/posts"))])
            pairs.append(("_links", .object([("posts", posts)])))
        }
        return .object(pairs)
    }
}

/// A stored post.
struct GaragePost: Sendable {
    let id: Int
    var title: String
    var body: String?
    var publishedAt: Date?
    /// The ID of the author, or `nil` if an application created the post without a user.
    let userID: Int?

    /// Creates posts of the first five users.
    ///
    /// Every tenth post is a draft.
    static func make(count: Int, users: Int) -> [GaragePost] {
        guard count > 0 else { return [] }
        return (1...count).map { id in
            // 2014-11-05T07:24:56.126Z
            let first = 1_415_172_296.126
            return GaragePost(
                id: id, title: "Post \(id)", body: id % 7 == 0 ? nil : "<p>The text of post \(id).</p>",
                publishedAt: id % 10 == 0 ? nil : Date(timeIntervalSince1970: first + Double(id - 1) * 3_600),
                userID: (id - 1) % min(5, users) + 1)
        }
    }

    /// Returns the JSON of the selected fields.
    func value(_ selector: GarageSelector, author: GarageUser?) -> GarageValue {
        var pairs: [(name: String, value: GarageValue)] = []
        if !selector.excludes("id") { pairs.append(("id", .number(id))) }
        if !selector.excludes("title") { pairs.append(("title", .text(title))) }
        if !selector.excludes("body") { pairs.append(("body", .optional(body))) }
        if !selector.excludes("published_at") { pairs.append(("published_at", .optional(published))) }
        if selector.includes("user") { pairs.append(("user", author?.value(selector["user"]) ?? .null)) }
        return .object(pairs)
    }

    /// The publication date with milliseconds.
    private var published: String? {
        guard let publishedAt else { return nil }
        let milliseconds = Int((publishedAt.timeIntervalSince1970 * 1_000).rounded())
        let fraction = (milliseconds % 1_000 + 1_000) % 1_000
        let second = Date(timeIntervalSince1970: TimeInterval((milliseconds - fraction) / 1_000))
        return DateText.text(second).map { "\($0.dropLast()).\(String(1_000 + fraction).dropFirst())Z" }
    }
}
