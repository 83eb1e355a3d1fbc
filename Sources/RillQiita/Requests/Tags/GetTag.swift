public import RillHTTP

/// Gets a tag: `GET /tags/:tag_id`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2tagstag_id>, read 2026-11-21.
public struct GetTag: Request, Hashable {
    /// The tag.
    public typealias Response = Tag

    /// The name of the tag, not percent-encoded.
    public var id: Tag.ID

    /// Creates a request.
    ///
    /// - Parameter id: The name of the tag, not percent-encoded: `C++`, `初心者`.
    public init(id: Tag.ID) {
        self.id = id
    }

    /// `/tags/:tag_id`, with the name percent-encoded as one path segment.
    public var path: URLPath { "/tags/\(id)" }

    /// Decodes the tag from the body.
    public var parser: ResponseParser<Tag> { .json.validateJSON() }
}
