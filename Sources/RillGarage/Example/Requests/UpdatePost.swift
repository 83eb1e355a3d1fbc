public import Foundation
public import RillHTTP

extension GarageExample {
    /// Updates a post: `PATCH /v1/posts/:id`.
    ///
    /// Responds with 204.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/posts.md>, read 2026-11-21.
    public struct UpdatePost: GarageRequest, Hashable {
        /// No value.
        public typealias Resource = Void

        /// The ID of the post.
        public var id: Post.ID

        /// The new title, which must not be empty.
        ///
        /// `nil` leaves it unchanged.
        public var title: String?

        /// The change to the text.
        public var text: GarageChange<String>

        /// The change to the publication date.
        ///
        /// `null` makes the post a draft.
        public var publishedAt: GarageChange<Date>

        /// The HTTP method, `PATCH` or the equivalent `PUT`.
        ///
        /// Defaults to `PATCH`.
        public var method: HTTPRequest.Method = .patch

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - id: The ID of the post.
        ///   - title: The new title, which must not be empty. `nil` leaves it unchanged.
        ///   - text: The change to the text.
        ///   - publishedAt: The change to the publication date.
        public init(
            id: Post.ID, title: String? = nil, text: GarageChange<String> = .unchanged,
            publishedAt: GarageChange<Date> = .unchanged
        ) {
            self.id = id
            self.title = title
            self.text = text
            self.publishedAt = publishedAt
        }

        /// `/posts/:id`.
        public var path: URLPath { "/posts/\(id)" }

        /// A JSON object with the changed properties: `title`, `body`, `published_at`.
        public var body: HTTPBody {
            let title: GarageChange<String> = title.map { .value($0) } ?? .unchanged
            return .garage(PostBody(title: title, body: text, publishedAt: publishedAt))
        }
    }
}
