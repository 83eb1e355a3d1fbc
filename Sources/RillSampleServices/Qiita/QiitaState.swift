internal import Foundation
internal import RillHTTP

/// The items, comments and relations of a sample server.
struct QiitaState: Sendable {
    /// The items, newest first.
    let items = Records(QiitaItem.samples, isNewestFirst: true)

    /// The comments, newest first for each item.
    let comments = Records(
        QiitaItem.samples.prefix(20).flatMap { item in
            (0..<3).reversed().map { number in
                let date = item.created.addingTimeInterval(TimeInterval(60 * number))
                return QiitaComment(
                    id: "c" + item.id.dropFirst(2) + "\(number)", itemID: item.id, userID: "user-\(number + 1)",
                    text: "Comment \(number + 1)", created: date, updated: date)
            }
        }, isNewestFirst: true)

    /// The existing relations, latest first.
    let relations = Records<QiitaRelation>(isNewestFirst: true)

    /// Returns the items that match a predicate, newest first.
    func items(_ isIncluded: (QiitaItem) -> Bool) -> [QiitaItem] { items.all.filter(isIncluded) }

    func deleteItem(_ id: String) {
        items.removeAll { $0.id == id }
        comments.removeAll { $0.itemID == id }
        relations.removeAll { $0.id.hasPrefix("/items/\(id)/") }
    }

    /// Returns the comments on an item, newest first.
    func comments(on itemID: String) -> [QiitaComment] { comments.all.filter { $0.itemID == itemID } }

    // MARK: Relations

    func hasRelation(_ path: String) -> Bool { relations[path] != nil }

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
        relations.all.map(\.id).filter { $0.hasPrefix(start) && $0.hasSuffix(end) }
            .map { String($0.dropFirst(start.count).dropLast(end.count)) }
    }
}

extension QiitaState {
    /// The number of users who stocked an item.
    func stocksCount(of item: QiitaItem) -> Int { stockers(of: item).count }

    /// Returns a user in Qiita's JSON format.
    func json(_ user: QiitaUser) -> JSONValue {
        let (id, number) = (user.id, user.permanentID)
        let itemsCount = items { $0.userID == id && !$0.isPrivate }.count
        return [
            "id": .string(id), "permanent_id": .integer(number), "name": number % 3 == 0 ? "" : .string(id),
            "description": number % 2 == 0 ? "Writes about Swift" : nil, "organization": nil, "location": "東京",
            "website_url": "", "profile_image_url": "https://qiita-image-store.example/users/\(number).png",
            "facebook_id": nil, "github_login_name": .string(id), "linkedin_id": nil, "twitter_screen_name": nil,
            "items_count": .integer(itemsCount), "followees_count": .integer(followees(of: user).count),
            "followers_count": .integer(followers(of: user).count), "team_only": false,
        ]
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
