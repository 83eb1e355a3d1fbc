public import RillHTTP

/// Lists the comments on an item, newest first: `GET /items/:item_id/comments`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2itemsitem_idcomments>, read 2026-11-23.
public struct ListComments: Request, Hashable {
    /// The comments.
    public typealias Response = [Comment]

    /// The ID of the item.
    public var itemID: Item.ID

    /// Creates a request.
    ///
    /// - Parameter itemID: The ID of the item.
    public init(itemID: Item.ID) {
        self.itemID = itemID
    }

    /// `/items/:item_id/comments`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/items/\(itemID)/comments" }

    /// Decodes the body.
    public var parser: ResponseParser<[Comment]> { .json.validateJSON() }
}
