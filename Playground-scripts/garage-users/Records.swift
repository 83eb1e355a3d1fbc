import Foundation
import RillGarage

/// The JSON output for a user, with the server's keys.
struct UserRecord: Encodable {
    let id: Int
    let name: String
    let email: String
    /// The posts, or `nil` to omit the key.
    let posts: [PostRecord]?

    init(_ user: GarageExample.User, posts: [GarageExample.Post]? = nil) {
        id = user.id
        name = user.name
        email = user.email
        self.posts = posts.map { $0.map { PostRecord($0) } }
    }
}

/// The JSON output for a post, with the server's keys.
struct PostRecord: Encodable {
    let id: Int
    let title: String
    let body: String?
    let publishedAt: Date?

    private enum CodingKeys: String, CodingKey {
        case id
        case title
        case body
        case publishedAt = "published_at"
    }

    init(_ post: GarageExample.Post) {
        id = post.id
        title = post.title
        body = post.body
        publishedAt = post.publishedAt
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(title, forKey: .title)
        // Missing values are encoded as null, as in the server's responses.
        try container.encode(body, forKey: .body)
        try container.encode(publishedAt, forKey: .publishedAt)
    }
}
