public import Foundation
public import RillHTTP

extension GarageExample {
    /// One post: `GET /v1/posts/:id`.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/posts.md>, read 2026-11-21.
    public struct GetPost: GarageRequest, Hashable {
        /// A post.
        public typealias Resource = Post

        /// The number of the post.
        public var id: Post.ID

        /// Creates a request.
        ///
        /// - Parameter id: The number of the post.
        public init(id: Post.ID) {
            self.id = id
        }

        /// `/posts/` and the number.
        public var path: URLPath { "/posts/\(id)" }

        /// The application's own.
        public var decoder: JSONDecoder? { GarageExample.decoder }
    }
}
