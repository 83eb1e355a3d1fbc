public import RillHTTP

/// Gets an item: `GET /items/:item_id`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2itemsitem_id>, read 2026-11-23.
public struct GetItem: Request, Hashable {
    /// The item.
    public typealias Response = Item

    /// The ID of the item.
    public var id: Item.ID

    /// Creates a request.
    ///
    /// - Parameter id: The ID of the item.
    public init(id: Item.ID) {
        self.id = id
    }

    /// `/items/:item_id`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/items/\(id)" }

    /// Decodes the body.
    public var parser: ResponseParser<Item> { .json.validateJSON() }
}
