public import RillHTTP

/// Adds a comment to an item: `POST /items/:item_id/comments`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#post-apiv2itemsitem_idcomments>, read 2026-11-23.
public struct CreateComment: Request, Hashable {
    /// The created comment.
    public typealias Response = Comment

    /// The ID of the item.
    public var itemID: Item.ID

    /// The text in Markdown.
    public var text: String

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - itemID: The ID of the item.
    ///   - text: The text in Markdown.
    public init(itemID: Item.ID, text: String) {
        self.itemID = itemID
        self.text = text
    }

    /// `POST`.
    public var method: HTTPRequest.Method { .post }

    /// `/items/:item_id/comments`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/items/\(itemID)/comments" }

    /// A JSON object with the text as `body`.
    public var body: HTTPBody { .json(["body": text]) }

    /// Decodes the body.
    public var parser: ResponseParser<Comment> { .json.validateJSON() }
}
