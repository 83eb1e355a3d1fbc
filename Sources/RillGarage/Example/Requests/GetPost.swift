public import RillHTTP

extension GarageExample {
    /// Gets a post: `GET /v1/posts/:id`.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/posts.md>, read 2026-11-21.
    public struct GetPost: GarageRequest, Hashable {
        /// The post.
        public typealias Resource = Post

        /// The ID of the post.
        public var id: Post.ID

        /// Creates a request.
        ///
        /// - Parameter id: The ID of the post.
        public init(id: Post.ID) {
            self.id = id
        }

        /// `/posts/:id`.
        public var path: URLPath { "/posts/\(id)" }

        /// The decoder of the example application's models.
        public var options: RequestOptions { GarageExample.options }
    }
}
