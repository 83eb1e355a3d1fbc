public import Foundation
public import RillHTTP

extension GarageExample {
    /// A new post, which is a draft: `POST /v1/posts`, answered 201 with the post and its address as `Location`.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/posts.md>, read 2026-11-21.
    public struct CreatePost: GarageRequest, Hashable {
        /// The post.
        public typealias Resource = Post

        /// The title, not empty.
        public var title: String

        /// The text; nil for none.
        public var text: String?

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - title: The title, not empty.
        ///   - text: The text; nil for none.
        public init(title: String, text: String? = nil) {
            self.title = title
            self.text = text
        }

        /// `POST`.
        public var method: HTTPRequest.Method { .post }

        /// `/posts`.
        public var path: URLPath { "/posts" }

        /// The title and, if it is not nil, the text as `body`, as JSON.
        public var body: HTTPBody? {
            get throws {
                let text: GarageChange<String> = text.map { .value($0) } ?? .unchanged
                return try .garage(PostBody(title: .value(title), body: text))
            }
        }

        /// The application's own.
        public var decoder: JSONDecoder? { GarageExample.decoder }
    }
}

/// What is sent of a post.
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
