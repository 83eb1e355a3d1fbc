internal import Foundation
public import RillHTTP

extension GarageExample {
    /// Creates a post as a draft: `POST /v1/posts`.
    ///
    /// Responds with 201, the post, and its URL in `Location`.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/posts.md>, read 2026-11-21.
    public struct CreatePost: GarageRequest, Hashable {
        /// The created post.
        public typealias Resource = Post

        /// The title, which must not be empty.
        public var title: String

        /// The text, or `nil` for none.
        public var text: String?

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - title: The title. Must not be empty.
        ///   - text: The text. `nil` for none.
        public init(title: String, text: String? = nil) {
            self.title = title
            self.text = text
        }

        /// `POST`.
        public var method: HTTPRequest.Method { .post }

        /// `/posts`.
        public var path: URLPath { "/posts" }

        /// A JSON object with the title and, unless it is `nil`, the text as `body`.
        public var body: HTTPBody {
            let text: GarageChange<String> = text.map { .value($0) } ?? .unchanged
            return .garage(PostBody(title: .value(title), body: text))
        }

        /// The decoder of the example application's models.
        public var options: RequestOptions { GarageExample.options }
    }
}

/// The request body of a created or updated post.
struct PostBody: Encodable {
    var title: GarageChange<String> = .unchanged
    var body: GarageChange<String> = .unchanged
    var publishedAt: GarageChange<Date> = .unchanged

    enum CodingKeys: String, CodingKey {
        case title
        case body
        case publishedAt = "published_at"
    }
}
