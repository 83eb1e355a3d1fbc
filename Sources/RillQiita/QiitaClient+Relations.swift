public import Rill
internal import RillHTTP

extension QiitaClient {
    /// Returns whether the authenticated user has a relation to an item, a tag or another user.
    ///
    ///     let isStocked = client.has(.stock(item.id))
    ///
    /// Requires a token with the scope `read_qiita`.
    ///
    /// ## Errors
    /// Fails with an `APIError`. If the status is 404 and the body is an error response of Qiita, the value
    /// is `false`.
    ///
    /// - Parameter relation: The relation.
    /// - Returns: A cold `Observable<Bool>` that emits one value and then completes.
    /// - SeeAlso: `GET /api/v2/items/:item_id/stock`, <https://qiita.com/api/v2/docs#get-apiv2itemsitem_idstock>, read
    ///   2026-11-23.
    public func has(_ relation: Relation) -> Observable<Bool> {
        send(CheckRelation(relation))
    }

    /// Adds a relation of the authenticated user: stocks or likes an item, or follows a tag or another user.
    ///
    ///     let added = client.add(.stock(item.id))
    ///
    /// Requires a token with the scope `write_qiita`. Only Qiita Team supports adding ``Relation/like(_:)``.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the item, the tag or the user does not exist.
    ///
    /// - Parameter relation: The relation.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    /// - SeeAlso: `PUT /api/v2/items/:item_id/stock`, <https://qiita.com/api/v2/docs#put-apiv2itemsitem_idstock>, read
    ///   2026-11-23.
    public func add(_ relation: Relation) -> Observable<Void> {
        send(AddRelation(relation))
    }

    /// Removes a relation of the authenticated user.
    ///
    /// Requires a token with the scope `write_qiita`. Only Qiita Team supports removing ``Relation/like(_:)``.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the item, the tag or the user does not exist.
    ///
    /// - Parameter relation: The relation.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    /// - SeeAlso: `DELETE /api/v2/items/:item_id/stock`, <https://qiita.com/api/v2/docs#delete-apiv2itemsitem_idstock>,
    ///   read 2026-11-23.
    public func remove(_ relation: Relation) -> Observable<Void> {
        send(RemoveRelation(relation))
    }
}
