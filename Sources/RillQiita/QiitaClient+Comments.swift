public import Rill
internal import RillHTTP

extension QiitaClient {
    /// Returns the comments on an item, newest first.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the item does not exist.
    ///
    /// - Parameter itemID: The ID of the item.
    /// - Returns: A cold `Observable<[Comment]>` that emits one array and then completes.
    /// - SeeAlso: `GET /api/v2/items/:item_id/comments`, <https://qiita.com/api/v2/docs#get-apiv2itemsitem_idcomments>,
    ///   read 2026-11-23.
    public func comments(onItem itemID: Item.ID) -> Observable<[Comment]> {
        send(ListComments(itemID: itemID))
    }

    /// Adds a comment to an item.
    ///
    /// Requires a token with the scope `write_qiita`.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the item does not exist.
    ///
    /// - Parameters:
    ///   - text: The text in Markdown.
    ///   - itemID: The ID of the item.
    /// - Returns: A cold `Observable<Comment>` that emits the created comment and then completes. Each subscription adds
    ///   another comment.
    /// - SeeAlso: `POST /api/v2/items/:item_id/comments`,
    ///   <https://qiita.com/api/v2/docs#post-apiv2itemsitem_idcomments>, read 2026-11-23.
    public func createComment(_ text: String, onItem itemID: Item.ID) -> Observable<Comment> {
        send(CreateComment(itemID: itemID, text: text))
    }

    /// Returns a comment.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the comment does not exist.
    ///
    /// - Parameter id: The ID of the comment.
    /// - Returns: A cold `Observable<Comment>` that emits one comment and then completes.
    /// - SeeAlso: `GET /api/v2/comments/:comment_id`, <https://qiita.com/api/v2/docs#get-apiv2commentscomment_id>, read
    ///   2026-11-23.
    public func comment(id: Comment.ID) -> Observable<Comment> {
        send(GetComment(id: id))
    }

    /// Changes the text of a comment of the authenticated user.
    ///
    /// Requires a token with the scope `write_qiita`.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the comment does not exist.
    ///
    /// - Parameters:
    ///   - id: The ID of the comment.
    ///   - text: The new text in Markdown.
    /// - Returns: A cold `Observable<Comment>` that emits the updated comment and then completes.
    /// - SeeAlso: `PATCH /api/v2/comments/:comment_id`,
    ///   <https://qiita.com/api/v2/docs#patch-apiv2commentscomment_id>.
    public func updateComment(id: Comment.ID, text: String) -> Observable<Comment> {
        send(UpdateComment(id: id, text: text))
    }

    /// Deletes a comment of the authenticated user.
    ///
    /// Requires a token with the scope `write_qiita`.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the comment does not exist.
    ///
    /// - Parameter id: The ID of the comment.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    /// - SeeAlso: `DELETE /api/v2/comments/:comment_id`,
    ///   <https://qiita.com/api/v2/docs#delete-apiv2commentscomment_id>, read 2026-11-23.
    public func deleteComment(id: Comment.ID) -> Observable<Void> {
        send(DeleteComment(id: id))
    }
}
