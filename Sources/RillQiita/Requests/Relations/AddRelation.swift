public import RillHTTP

/// Adds a relation: `PUT` with the path of the relation, such as `/items/:item_id/stock`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#put-apiv2itemsitem_idstock>, read 2026-11-23.
public struct AddRelation: Request, Hashable {
    /// No value.
    public typealias Response = Void

    /// The relation.
    public var relation: Relation

    /// Creates a request.
    ///
    /// - Parameter relation: The relation.
    public init(_ relation: Relation) {
        self.relation = relation
    }

    /// `PUT`.
    public var method: HTTPRequest.Method { .put }

    /// The path of the relation, as in ``CheckRelation/path``.
    public var path: URLPath { relation.path }

    /// Ignores the body, which must be JSON or empty.
    public var parser: ResponseParser<Void> { .nothing.validateJSON() }
}
