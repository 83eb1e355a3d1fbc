internal import Foundation
internal import RillHTTP

/// A post as the sample keeps it.
struct GaragePost: Sendable {
    let id: Int
    var title: String
    var body: String?
    var publishedAt: Date?
    /// The author; nil for what an application has written by its own right.
    let userID: Int?

    /// The first so many posts, of the first five users; every tenth is a draft.
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

    /// What is sent of the post.
    func value(_ selector: GarageSelector, author: GarageUser?) -> GarageValue {
        var pairs: [(name: String, value: GarageValue)] = []
        if !selector.excludes("id") { pairs.append(("id", .number(id))) }
        if !selector.excludes("title") { pairs.append(("title", .text(title))) }
        if !selector.excludes("body") { pairs.append(("body", .optional(body))) }
        if !selector.excludes("published_at") { pairs.append(("published_at", .optional(published))) }
        if selector.includes("user") { pairs.append(("user", author?.value(selector["user"]) ?? .null)) }
        return .object(pairs)
    }

    /// When it was published, with three digits behind the second.
    private var published: String? {
        guard let publishedAt else { return nil }
        let milliseconds = Int((publishedAt.timeIntervalSince1970 * 1_000).rounded())
        let fraction = (milliseconds % 1_000 + 1_000) % 1_000
        let second = Date(timeIntervalSince1970: TimeInterval((milliseconds - fraction) / 1_000))
        return DateText.text(second).map { "\($0.dropLast()).\(String(1_000 + fraction).dropFirst())Z" }
    }
}
