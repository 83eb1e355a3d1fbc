public import RillHTTP

/// Deletes an item: `DELETE /items/:item_id`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#delete-apiv2itemsitem_id>, read 2026-11-23.
public struct DeleteItem: Request, Hashable {
    /// No value.
    public typealias Response = Void

    /// The ID of the item.
    public var id: Item.ID

    /// Creates a request.
    ///
    /// - Parameter id: The ID of the item.
    public init(id: Item.ID) {
        self.id = id
    }

    /// `DELETE`.
    public var method: HTTPRequest.Method { .delete }

    /// `/items/:item_id`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/items/\(id)" }

    /// Ignores the body, which must be JSON or empty.
    public var parser: ResponseParser<Void> { .nothing.validateJSON() }
}
