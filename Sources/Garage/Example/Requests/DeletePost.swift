public import RillHTTP

extension GarageExample {
    /// The end of a post: `DELETE /v1/posts/:id`, answered 204.
    ///
    /// - SeeAlso: <https://github.com/taiki45/garage-example/blob/master/doc/posts.md>, read 2026-11-21.
    public struct DeletePost: GarageRequest, Hashable {
        /// Nothing: there is nothing left.
        public typealias Resource = Void

        /// The number of the post.
        public var id: Post.ID

        /// Creates a request.
        ///
        /// - Parameter id: The number of the post.
        public init(id: Post.ID) {
            self.id = id
        }

        /// `DELETE`.
        public var method: HTTPRequest.Method { .delete }

        /// `/posts/` and the number.
        public var path: URLPath { "/posts/\(id)" }
    }
}
