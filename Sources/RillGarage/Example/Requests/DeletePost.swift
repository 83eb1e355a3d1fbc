public import RillHTTP

extension GarageExample {
    /// Deletes a post: `DELETE /v1/posts/:id`.
    ///
    /// Responds with 204.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/posts.md>, read 2026-11-21.
    public struct DeletePost: GarageRequest, Hashable {
        /// No value.
        public typealias Resource = Void

        /// The ID of the post.
        public var id: Post.ID

        /// Creates a request.
        ///
        /// - Parameter id: The ID of the post.
        public init(id: Post.ID) {
            self.id = id
        }

        /// `DELETE`.
        public var method: HTTPRequest.Method { .delete }

        /// `/posts/:id`.
        public var path: URLPath { "/posts/\(id)" }
    }
}
