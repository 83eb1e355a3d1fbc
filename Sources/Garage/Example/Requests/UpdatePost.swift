public import Foundation
public import RillHTTP

extension GarageExample {
    /// Changes to a post: `PATCH /v1/posts/:id`, answered 204.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/posts.md>, read 2026-11-21.
    public struct UpdatePost: GarageRequest, Hashable {
        /// Nothing: what was done is not sent back.
        public typealias Resource = Void

        /// The number of the post.
        public var id: Post.ID

        /// The title, not empty; nil to leave it as it is.
        public var title: String?

        /// What becomes of the text.
        public var text: GarageChange<String>

        /// What becomes of the time when it was published; null makes it a draft.
        public var publishedAt: GarageChange<Date>

        /// `PATCH`; `PUT` does the same.
        public var method: HTTPRequest.Method = .patch

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - id: The number of the post.
        ///   - title: The title, not empty; nil to leave it as it is.
        ///   - text: What becomes of the text.
        ///   - publishedAt: What becomes of the time when it was published.
        public init(
            id: Post.ID, title: String? = nil, text: GarageChange<String> = .unchanged,
            publishedAt: GarageChange<Date> = .unchanged
        ) {
            self.id = id
            self.title = title
            self.text = text
            self.publishedAt = publishedAt
        }

        /// `/posts/` and the number.
        public var path: URLPath { "/posts/\(id)" }

        /// What changes, as JSON: `title`, `body`, `published_at`.
        public var body: HTTPBody? {
            get throws {
                let title: GarageChange<String> = title.map { .value($0) } ?? .unchanged
                return try .garage(PostBody(title: title, body: text, publishedAt: publishedAt))
            }
        }
    }
}
