public import Rill
internal import RillHTTP

extension QiitaClient {
    /// Returns one page of a list of items.
    ///
    ///     let popular = client.items(.matching("tag:Swift stocks:>100"))
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the tag or the user of the list does not exist, and 401 if
    /// ``ItemList/authenticatedUser`` is requested without a token. Fails at the `request` stage, without sending a
    /// request, if `page` or `perPage` is out of range.
    ///
    /// - Parameters:
    ///   - list: The list. Defaults to all items.
    ///   - page: The page number, 1 to 100.
    ///   - perPage: The number of items per page, 1 to 100.
    /// - Returns: A cold `Observable<[Item]>` that emits one array and then completes. The array is empty if the page is
    ///   after the last one.
    /// - SeeAlso: `GET /api/v2/items`, <https://qiita.com/api/v2/docs#get-apiv2items>, read 2026-11-23.
    public func items(_ list: ItemList = .all, page: Int = 1, perPage: Int = 20) -> Observable<[Item]> {
        send(ListItems(list, page: page, perPage: perPage)).map(\.elements)
    }

    /// Returns all items of a list, requesting pages on demand.
    ///
    ///     for try await item in client.allItems(.stocked(by: "rill")).values { … }
    ///
    /// The paging works as described for ``allTags(perPage:sort:)``. Qiita returns at most 100 pages of a list.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The elements of earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - list: The list. Defaults to all items.
    ///   - perPage: The number of items per page, 1 to 100. Smaller pages require more requests.
    /// - Returns: A cold `Observable<Item>` that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    /// - SeeAlso: ``itemPages(_:from:perPage:)``
    public func allItems(_ list: ItemList = .all, perPage: Int = 100) -> Observable<Item> {
        pages(from: 1) { ListItems(list, page: $0, perPage: perPage) }.elements { $0.elements }
    }

    /// Returns a list of items as a stream of pages, which include the total count and the rate limit.
    ///
    /// The paging works as described for ``tagPages(from:perPage:sort:)``.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Earlier pages are emitted before the error.
    ///
    /// - Parameters:
    ///   - list: The list. Defaults to all items.
    ///   - first: The number of the first page, 1 to 100.
    ///   - perPage: The number of items per page, 1 to 100.
    /// - Returns: A cold `Observable<ListPage<Item>>` that emits one or more pages and then completes. Supports
    ///   back-pressure.
    /// - Complexity: Stores only the number of the next page.
    public func itemPages(
        _ list: ItemList = .all, from first: Int = 1, perPage: Int = 100
    ) -> Observable<ListPage<Item>> {
        pages(from: first) { ListItems(list, page: $0, perPage: perPage) }.map(\.value)
    }

    /// Returns an item.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the item does not exist.
    ///
    /// - Parameter id: The ID of the item.
    /// - Returns: A cold `Observable<Item>` that emits one item and then completes.
    /// - SeeAlso: `GET /api/v2/items/:item_id`, <https://qiita.com/api/v2/docs#get-apiv2itemsitem_id>, read 2026-11-23.
    public func item(id: Item.ID) -> Observable<Item> {
        send(GetItem(id: id))
    }

    // MARK: Writing

    /// Publishes an item.
    ///
    /// Requires a token with the scope `write_qiita`.
    ///
    /// ## Errors
    /// Fails with an `APIError`.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - text: The text in Markdown.
    ///   - tags: The tags, 1 to 5.
    ///   - isPrivate: Whether only users who know the URL can read the item. Defaults to `false`.
    /// - Returns: A cold `Observable<Item>` that emits the created item and then completes. Each subscription publishes
    ///   another item.
    /// - SeeAlso: `POST /api/v2/items`, <https://qiita.com/api/v2/docs#post-apiv2items>, read 2026-11-23.
    public func createItem(
        title: String, text: String, tags: [Item.Tagging], isPrivate: Bool = false
    ) -> Observable<Item> {
        send(CreateItem(title: title, text: text, tags: tags, isPrivate: isPrivate))
    }

    /// Updates an item of the authenticated user.
    ///
    /// Requires a token with the scope `write_qiita`.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the item does not exist.
    ///
    /// - Parameters:
    ///   - id: The ID of the item.
    ///   - title: The new title. `nil` is not sent.
    ///   - text: The new text in Markdown. `nil` is not sent.
    ///   - tags: The new tags, 1 to 5. `nil` is not sent.
    ///   - isPrivate: Whether only users who know the URL can read the item. `nil` is not sent.
    /// - Returns: A cold `Observable<Item>` that emits the updated item and then completes.
    /// - SeeAlso: `PATCH /api/v2/items/:item_id`, <https://qiita.com/api/v2/docs#patch-apiv2itemsitem_id>, read
    ///   2026-11-23.
    public func updateItem(
        id: Item.ID, title: String? = nil, text: String? = nil, tags: [Item.Tagging]? = nil, isPrivate: Bool? = nil
    ) -> Observable<Item> {
        send(UpdateItem(id: id, title: title, text: text, tags: tags, isPrivate: isPrivate))
    }

    /// Deletes an item of the authenticated user.
    ///
    /// Requires a token with the scope `write_qiita`.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the item does not exist.
    ///
    /// - Parameter id: The ID of the item.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    /// - SeeAlso: `DELETE /api/v2/items/:item_id`, <https://qiita.com/api/v2/docs#delete-apiv2itemsitem_id>, read
    ///   2026-11-23.
    public func deleteItem(id: Item.ID) -> Observable<Void> {
        send(DeleteItem(id: id))
    }
}
