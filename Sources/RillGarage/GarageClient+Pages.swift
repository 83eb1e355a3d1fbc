public import RillHTTP

extension GarageClient {
    /// Returns a list as a stream of pages, requested on demand.
    ///
    ///     for try await page in client.pages(ListRecipes()).values {
    ///         print(page.value.resource, page.value.totalCount ?? 0)
    ///     }
    ///
    /// The URL of the next page is taken unchanged from the `Link` header field of the response. A list that fits on
    /// one page has no such header field. If the server hides the total count, its pages may have a `next` link even
    /// after the end of the list, so an empty page without a total count is treated as the last page.
    ///
    /// The next page is requested after the subscriber has received the current one, unless the subscriber has paused
    /// the stream. `take(2)` therefore sends two requests. To continue later, even after an error, save a page's `next`
    /// cursor.
    ///
    /// ## Errors
    /// Fails with an `APIError`: at the `paging` stage if a page's link to the next page cannot be requested. Pages
    /// received before the error are emitted first.
    ///
    /// - Parameters:
    ///   - request: The request for a list.
    ///   - cursor: The cursor to start from, saved from an earlier page's `next`. `nil` sends the request unchanged.
    /// - Returns: A cold observable that emits one or more pages and then completes. Supports back-pressure.
    /// - Complexity: Stores two cursors, but no elements.
    public func pages<SomeRequest: GarageRequest>(
        _ request: SomeRequest, from cursor: PageCursor? = nil
    ) -> Observable<Page<GarageResponse<SomeRequest.Resource>>> where SomeRequest.Resource: Collection {
        client.pages(ResolvedRequest(base: request, clientBaseURL: client.baseURL), by: .linkHeader, from: cursor)
            .take(while: { !Self.isPastEnd($0) }, inclusive: true)
            .map { page in
                guard Self.isPastEnd(page) else { return page }
                return Page(value: page.value, head: page.head, cursor: page.cursor)
            }
    }

    /// Whether the page is empty and has no total count, but has a link to a next page.
    private static func isPastEnd<Resource: Collection>(_ page: Page<GarageResponse<Resource>>) -> Bool {
        page.value.resource.isEmpty && page.value.totalCount == nil && page.next != nil
    }

    /// Returns the elements of a list, requesting pages on demand.
    ///
    ///     let newest = client.elements(of: ListRecipes()).take(50)
    ///
    /// The next page is requested after the subscriber has received the last element of the current page, unless the
    /// subscriber has paused the stream. Otherwise, paging works as described for ``pages(_:from:)``.
    ///
    /// ## Errors
    /// The errors of ``pages(_:from:)``. Elements of pages received before the error are emitted first.
    ///
    /// - Parameters:
    ///   - request: The request for a list.
    ///   - cursor: The cursor to start from. `nil` sends the request unchanged.
    /// - Returns: A cold observable that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    public func elements<SomeRequest: GarageRequest>(
        of request: SomeRequest, from cursor: PageCursor? = nil
    ) -> Observable<SomeRequest.Resource.Element>
    where SomeRequest.Resource: Collection, SomeRequest.Resource.Element: Sendable {
        pages(request, from: cursor).elements { $0.resource }
    }
}
