internal import Rill

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
