internal import Foundation
public import RillHTTP

/// Checks whether a relation exists: `GET` with the path of the relation, such as `/items/:item_id/stock`.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#get-apiv2itemsitem_idstock>, read 2026-11-23.
public struct CheckRelation: Request, Hashable {
    /// Whether the relation exists.
    public typealias Response = Bool

    /// The relation.
    public var relation: Relation

    /// Creates a request.
    ///
    /// - Parameter relation: The relation.
    public init(_ relation: Relation) {
        self.relation = relation
    }

    /// The path of the relation: `/items/:item_id/stock`, `/items/:item_id/like`, `/tags/:tag_id/following` or
    /// `/users/:user_id/following`.
    public var path: URLPath { relation.path }

    /// Accepts status 204, which means that the relation exists, and 404, which means that it does not.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: `true` for 204 and 404.
    public func accepts(_ status: HTTPResponse.Status) -> Bool {
        status == .noContent || status == .notFound
    }

    /// Maps the status to the result.
    ///
    /// Fails if a 404 is not an error response of Qiita.
    public var parser: ResponseParser<Bool> {
        ResponseParser { head, body, _ in
            guard head.status == .notFound else { return true }
            guard QiitaError(head: head, body: body) != nil else {
                throw BodyDecodingError(.malformed, "status 404 without an error response of Qiita. Check the base URL")
            }
            return false
        }.validateJSON()
    }
}
