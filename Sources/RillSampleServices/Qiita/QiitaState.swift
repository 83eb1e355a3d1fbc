internal import Foundation
internal import RillHTTP

/// The items, comments and relations of a sample server.
///
/// `@unchecked Sendable`: `lock` guards the variables.
final class QiitaState: @unchecked Sendable {
    private let lock = Lock()
    private let now: @Sendable () -> Date
    private var items = QiitaItem.samples
    /// The comments, newest first for each item.
    private var comments = QiitaItem.samples.prefix(20).flatMap { item in
        (0..<3).reversed().map { number in
            let date = item.created.addingTimeInterval(TimeInterval(60 * number))
            return QiitaComment(
                id: "c" + item.id.dropFirst(2) + "\(number)", itemID: item.id, userID: "user-\(number + 1)",
                text: "Comment \(number + 1)", created: date, updated: date)
        }
    }
    /// The paths of the existing relations, such as `/items/ID/stock`, latest first.
    private var relations: [String] = []
    private var createdCount = 0

    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    // MARK: Items

    /// Returns the items that match a predicate, newest first.
    func items(_ isIncluded: (QiitaItem) -> Bool) -> [QiitaItem] {
        lock.withLock { items }.filter(isIncluded)
    }

    func item(_ id: String) -> QiitaItem? {
        lock.withLock { items.first { $0.id == id } }
    }

    func createItem(title: String, text: String, tags: [QiitaTagging], isPrivate: Bool) -> QiitaItem {
        let date = now()
        return lock.withLock {
            let item = QiitaItem(
                id: makeID("a"), title: title, text: text, tags: tags, isPrivate: isPrivate,
                userID: SampleQiita.userID, created: date, updated: date)
            items.insert(item, at: 0)
            return item
        }
    }

    /// Changes an item, and returns it, or `nil` if it does not exist.
    func updateItem(_ id: String, _ change: (inout QiitaItem) -> Void) -> QiitaItem? {
        let date = now()
        return lock.withLock {
            guard let index = items.firstIndex(where: { $0.id == id }) else { return nil }
            change(&items[index])
            items[index].updated = date
            return items[index]
        }
    }

    func deleteItem(_ id: String) {
        lock.withLock {
            items.removeAll { $0.id == id }
            comments.removeAll { $0.itemID == id }
            relations.removeAll { $0.hasPrefix("/items/\(id)/") }
        }
    }

    // MARK: Comments

    /// Returns the comments on an item, newest first.
    func comments(on itemID: String) -> [QiitaComment] {
        lock.withLock { comments.filter { $0.itemID == itemID } }
    }

    func comment(_ id: String) -> QiitaComment? {
        lock.withLock { comments.first { $0.id == id } }
    }

    func createComment(_ text: String, on itemID: String) -> QiitaComment {
        let date = now()
        return lock.withLock {
            let comment = QiitaComment(
                id: makeID("b"), itemID: itemID, userID: SampleQiita.userID, text: text, created: date,
                updated: date)
            comments.insert(comment, at: 0)
            return comment
        }
    }

    /// Changes the text of a comment, and returns the comment, or `nil` if it does not exist.
    func updateComment(_ id: String, text: String) -> QiitaComment? {
        let date = now()
        return lock.withLock {
            guard let index = comments.firstIndex(where: { $0.id == id }) else { return nil }
            comments[index].text = text
            comments[index].updated = date
            return comments[index]
        }
    }

    func deleteComment(_ id: String) {
        lock.withLock { comments.removeAll { $0.id == id } }
    }

    // MARK: Relations

    func hasRelation(_ path: String) -> Bool {
        lock.withLock { relations.contains(path) }
    }

    func addRelation(_ path: String) {
        lock.withLock { if !relations.contains(path) { relations.insert(path, at: 0) } }
    }

    func removeRelation(_ path: String) {
        lock.withLock { relations.removeAll { $0 == path } }
    }

    /// Returns the IDs of the items that the sample user has stocked, latest first.
    var stockedItems: [String] { identifiers(between: "/items/", and: "/stock") }

    /// Returns the names of the tags that the sample user follows, latest first.
    var followedTags: [String] { identifiers(between: "/tags/", and: "/following") }

    /// Returns the users whom a user follows.
    func followees(of user: QiitaUser) -> [QiitaUser] {
        if user.id != SampleQiita.userID { return Array(user.others.prefix(user.permanentID % 7)) }
        return identifiers(between: "/users/", and: "/following").compactMap(QiitaUser.withID)
    }

    /// Returns the users who follow a user.
    func followers(of user: QiitaUser) -> [QiitaUser] {
        let isFollowed = hasRelation("/users/\(user.id)/following")
        return (isFollowed ? [QiitaUser.all[0]] : []) + user.others.prefix(user.permanentID % 11)
    }

    /// Returns the users who stocked an item, latest first.
    func stockers(of item: QiitaItem) -> [QiitaUser] {
        let sampleUser = QiitaUser.all[0]
        return (hasRelation("/items/\(item.id)/stock") ? [sampleUser] : [])
            + sampleUser.others.prefix(item.sampleStocks)
    }

    private func identifiers(between start: String, and end: String) -> [String] {
        lock.withLock {
            relations.filter { $0.hasPrefix(start) && $0.hasSuffix(end) }
                .map { String($0.dropFirst(start.count).dropLast(end.count)) }
        }
    }

    /// Returns a new ID of 20 hexadecimal digits.
    ///
    /// Called with the lock held.
    private func makeID(_ prefix: String) -> String {
        createdCount += 1
        let number = String(createdCount, radix: 16)
        return prefix + String(repeating: "0", count: 19 - number.count) + number
    }
}

extension QiitaState {
    /// The number of users who stocked an item.
    func stocksCount(of item: QiitaItem) -> Int { stockers(of: item).count }

    /// Returns a user in Qiita's JSON format.
    func json(_ user: QiitaUser) -> JSONValue {
        user.json(
            itemsCount: items { $0.userID == user.id && !$0.isPrivate }.count,
            followeesCount: followees(of: user).count,
            followersCount: followers(of: user).count)
    }

    /// Returns an item in Qiita's JSON format.
    func json(_ item: QiitaItem, for userID: String?) -> JSONValue {
        let path = "/items/\(item.id)"
        let author = QiitaUser.withID(item.userID)
        let tags = item.tags.map { tag -> JSONValue in
            ["name": .string(tag.name), "versions": .strings(tag.versions)]
        }
        return [
            "id": .string(item.id), "title": .string(item.title), "body": .string(item.text),
            "rendered_body": .string("<p>\(item.text)</p>"), "url": "https://qiita.example/\(item.userID)\(path)",
            "created_at": item.created.qiita, "updated_at": item.updated.qiita, "private": .bool(item.isPrivate),
            "coediting": false, "slide": false, "comments_count": .integer(comments(on: item.id).count),
            "likes_count": .integer(hasRelation(path + "/like") ? 1 : 0), "reactions_count": 0,
            "stocks_count": .integer(stocksCount(of: item)),
            "page_views_count": userID == item.userID ? 100 : nil, "organization_url_name": nil, "group": nil,
            "team_membership": nil, "tags": .array(tags), "user": author.map { json($0) } ?? nil,
        ]
    }

    /// Returns a comment in Qiita's JSON format.
    func json(_ comment: QiitaComment) -> JSONValue {
        let author = QiitaUser.withID(comment.userID)
        return [
            "id": .string(comment.id), "body": .string(comment.text),
            "rendered_body": .string("<p>\(comment.text)</p>"), "created_at": comment.created.qiita,
            "updated_at": comment.updated.qiita, "user": author.map { json($0) } ?? nil,
        ]
    }
}
