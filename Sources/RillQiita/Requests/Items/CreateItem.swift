public import RillHTTP

/// Publishes an item: `POST /items`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#post-apiv2items>, read 2026-11-23.
public struct CreateItem: Request, Hashable {
    /// The created item.
    public typealias Response = Item

    /// The title.
    public var title: String

    /// The text in Markdown.
    public var text: String

    /// The tags, 1 to 5.
    public var tags: [Item.Tagging]

    /// Whether only users who know the URL can read the item.
    public var isPrivate: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - text: The text in Markdown.
    ///   - tags: The tags, 1 to 5.
    ///   - isPrivate: Whether only users who know the URL can read the item. Defaults to `false`.
    public init(title: String, text: String, tags: [Item.Tagging], isPrivate: Bool = false) {
        self.title = title
        self.text = text
        self.tags = tags
        self.isPrivate = isPrivate
    }

    /// `POST`.
    public var method: HTTPRequest.Method { .post }

    /// `/items`.
    public var path: URLPath { "/items" }

    /// A JSON object with the properties of the item.
    public var body: HTTPBody {
        .json(ItemBody(title: title, body: text, tags: tags, private: isPrivate))
    }

    /// Decodes the body.
    public var parser: ResponseParser<Item> { .json.validateJSON() }
}

/// The request body of a created or updated item.
///
/// A property that is `nil` is not sent.
struct ItemBody: Encodable {
    let title: String?
    let body: String?
    let tags: [Item.Tagging]?
    let `private`: Bool?
}
