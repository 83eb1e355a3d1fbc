public import RillHTTP

/// Gets a comment: `GET /comments/:comment_id`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2commentscomment_id>.
public struct GetComment: Request, Hashable {
    /// The comment.
    public typealias Response = Comment

    /// The ID of the comment.
    public var id: Comment.ID

    /// Creates a request.
    ///
    /// - Parameter id: The ID of the comment.
    public init(id: Comment.ID) {
        self.id = id
    }

    /// `/comments/:comment_id`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/comments/\(id)" }

    /// Decodes the body.
    public var parser: ResponseParser<Comment> { .json.validateJSON() }
}
