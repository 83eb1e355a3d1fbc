public import RillHTTP

/// Updates an item: `PATCH /items/:item_id`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#patch-apiv2itemsitem_id>, read 2026-11-23.
public struct UpdateItem: Request, Hashable {
    /// The updated item.
    public typealias Response = Item

    /// The ID of the item.
    public var id: Item.ID

    /// The new title.
    ///
    /// `nil` is not sent.
    public var title: String?

    /// The new text in Markdown.
    ///
    /// `nil` is not sent.
    public var text: String?

    /// The new tags, 1 to 5.
    ///
    /// `nil` is not sent.
    public var tags: [Item.Tagging]?

    /// Whether only users who know the URL can read the item.
    ///
    /// `nil` is not sent.
    public var isPrivate: Bool?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - id: The ID of the item.
    ///   - title: The new title. `nil` is not sent.
    ///   - text: The new text in Markdown. `nil` is not sent.
    ///   - tags: The new tags, 1 to 5. `nil` is not sent.
    ///   - isPrivate: Whether only users who know the URL can read the item. `nil` is not sent.
    public init(
        id: Item.ID, title: String? = nil, text: String? = nil, tags: [Item.Tagging]? = nil, isPrivate: Bool? = nil
    ) {
        self.id = id
        self.title = title
        self.text = text
        self.tags = tags
        self.isPrivate = isPrivate
    }

    /// `PATCH`.
    public var method: HTTPRequest.Method { .patch }

    /// `/items/:item_id`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/items/\(id)" }

    /// A JSON object with the changed properties.
    public var body: HTTPBody {
        .json(ItemBody(title: title, body: text, tags: tags, private: isPrivate))
    }

    /// Decodes the body.
    public var parser: ResponseParser<Item> { .json.validateJSON() }
}
