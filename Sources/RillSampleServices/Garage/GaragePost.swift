internal import Foundation
internal import RillHTTP

/// A stored post.
struct GaragePost: Sendable, Identifiable {
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
        let pairs: [(name: String, value: GarageValue)] = [
            ("id", .number(id)), ("title", .text(title)), ("body", .optional(body)),
            ("published_at", .optional(published)),
        ]
        let user = selector.includes("user") ? [("user", author?.value(selector["user"]) ?? .null)] : []
        return .object(pairs.filter { !selector.excludes($0.name) } + user)
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
