public import RillHTTP

/// Deletes a comment: `DELETE /comments/:comment_id`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#delete-apiv2commentscomment_id>, read 2026-11-23.
public struct DeleteComment: Request, Hashable {
    /// No value.
    public typealias Response = Void

    /// The ID of the comment.
    public var id: Comment.ID

    /// Creates a request.
    ///
    /// - Parameter id: The ID of the comment.
    public init(id: Comment.ID) {
        self.id = id
    }

    /// `DELETE`.
    public var method: HTTPRequest.Method { .delete }

    /// `/comments/:comment_id`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/comments/\(id)" }

    /// Ignores the body, which must be JSON or empty.
    public var parser: ResponseParser<Void> { .nothing.validateJSON() }
}
