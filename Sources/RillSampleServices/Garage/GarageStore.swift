internal import Foundation

/// The users and the posts, for as long as the sample runs.
///
/// `@unchecked Sendable`: `lock` guards the users, the posts and the next number.
final class GarageStore: @unchecked Sendable {
    private let lock = NSLock()
    private var userList: [GarageUser]
    private var postList: [GaragePost]
    private var nextPost: Int

    init(userCount: Int, postCount: Int) {
        userList = GarageUser.make(count: userCount)
        postList = GaragePost.make(count: postCount, users: userList.count)
        nextPost = postList.count + 1
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    // MARK: Users

    var users: [GarageUser] { locked { userList } }

    func user(_ id: Int?) -> GarageUser? { locked { userList.first { $0.id == id } } }

    func user(email: String) -> GarageUser? { locked { userList.first { $0.email == email } } }

    func rename(_ id: Int, to name: String) {
        locked {
            if let index = userList.firstIndex(where: { $0.id == id }) { userList[index].name = name }
        }
    }

    // MARK: Posts

    var posts: [GaragePost] { locked { postList } }

    func post(_ id: Int?) -> GaragePost? { locked { postList.first { $0.id == id } } }

    func addPost(title: String, body: String?, userID: Int?) -> GaragePost {
        locked {
            let post = GaragePost(id: nextPost, title: title, body: body, publishedAt: nil, userID: userID)
            nextPost += 1
            postList.append(post)
            return post
        }
    }

    func changePost(_ id: Int, _ change: (inout GaragePost) -> Void) {
        locked {
            if let index = postList.firstIndex(where: { $0.id == id }) { change(&postList[index]) }
        }
    }

    func deletePost(_ id: Int) {
        locked { postList.removeAll { $0.id == id } }
    }
}
