import Foundation
import RillGarage

/// A user in JSON, with the service's keys.
struct UserRecord: Encodable {
    let id: Int
    let name: String
    let email: String
    /// Left out where they were not asked for.
    let posts: [PostRecord]?

    init(_ user: GarageExample.User, posts: [GarageExample.Post]? = nil) {
        id = user.id
        name = user.name
        email = user.email
        self.posts = posts.map { $0.map { PostRecord($0) } }
    }
}

/// A post in JSON, with the service's keys.
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
        // A null, not a missing key.
        try container.encode(body, forKey: .body)
        try container.encode(publishedAt, forKey: .publishedAt)
    }
}
