public import RillHTTP

/// One tag: `GET /tags/:tag_id`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2tagstag_id>, read 2026-11-21.
public struct GetTag: Request, Hashable {
    /// A tag.
    public typealias Response = Tag

    /// The tag's name, as people write it.
    public var id: Tag.ID

    /// Creates a request.
    ///
    /// - Parameter id: The tag's name: `C++`, `初心者`.
    public init(id: Tag.ID) {
        self.id = id
    }

    /// `/tags/` and the name, in one segment.
    public var path: URLPath { "/tags/\(id)" }
}
