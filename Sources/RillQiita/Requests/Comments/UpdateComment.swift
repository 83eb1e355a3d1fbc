public import RillHTTP

/// Updates a comment: `PATCH /comments/:comment_id`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#patch-apiv2commentscomment_id>.
public struct UpdateComment: Request, Hashable {
    /// The updated comment.
    public typealias Response = Comment

    /// The ID of the comment.
    public var id: Comment.ID

    /// The new text in Markdown.
    public var text: String

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - id: The ID of the comment.
    ///   - text: The new text in Markdown.
    public init(id: Comment.ID, text: String) {
        self.id = id
        self.text = text
    }

    /// `PATCH`.
    public var method: HTTPRequest.Method { .patch }

    /// `/comments/:comment_id`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/comments/\(id)" }

    /// A JSON object with the text as `body`.
    public var body: HTTPBody { .json(["body": text]) }

    /// Decodes the body.
    public var parser: ResponseParser<Comment> { .json.validateJSON() }
}
