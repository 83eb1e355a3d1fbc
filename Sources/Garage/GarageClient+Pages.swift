public import Rill
public import RillHTTP

extension GarageClient {
    /// Reads a list page by page, as the pages are asked for.
    ///
    ///     for try await page in client.pages(ListRecipes()).values {
    ///         print(page.value.resource, page.value.totalCount ?? 0)
    ///     }
    ///
    /// The address of the next page is the one that the server's `Link` field gives, and is followed as it stands. A list
    /// that fits on one page has no such field. Where the server hides the total, it may link on behind the end of the list:
    /// an empty page without a total is therefore the last.
    ///
    /// The next page is asked for when the one before has been taken, and not while the subscriber is paused:
    /// `take(2)` sends two requests. Whoever keeps a page's `next` can go on from there, after an error too.
    ///
    /// ## Errors
    /// `APIError`; at the stage `paging` where a page names no next one that could be asked for. The pages before have
    /// been delivered.
    ///
    /// - Parameters:
    ///   - request: What to ask for; a list.
    ///   - cursor: Where to begin, from an earlier page's `next`; nil for the request as it stands.
    /// - Returns: A cold observable that parks: one page or more, then completed.
    /// - Complexity: Keeps two cursors, and nothing of the pages.
    public func pages<Endpoint: GarageRequest>(
        _ request: Endpoint, from cursor: PageCursor? = nil
    ) -> Observable<Page<GarageResponse<Endpoint.Resource>>> where Endpoint.Resource: Collection {
        client.pages(PlacedRequest(request, below: client.baseURL), by: .linkHeader, from: cursor)
            .take(while: { !Self.isBehindTheEnd($0) }, inclusive: true)
            .map { page in
                guard Self.isBehindTheEnd(page) else { return page }
                return Page(value: page.value, head: page.head, cursor: page.cursor)
            }
    }

    /// Whether a page links on although there is nothing on it, nor said to be.
    private static func isBehindTheEnd<Resource: Collection>(_ page: Page<GarageResponse<Resource>>) -> Bool {
        page.value.resource.isEmpty && page.value.totalCount == nil && page.next != nil
    }

    /// Reads the elements of a list, page by page, as they are asked for.
    ///
    ///     let newest = client.elements(of: ListRecipes()).take(50)
    ///
    /// The next page is asked for when the last element of the one before has been taken, and not while the subscriber is
    /// paused. Otherwise as ``pages(_:from:)``.
    ///
    /// ## Errors
    /// As ``pages(_:from:)``; the elements before have been delivered.
    ///
    /// - Parameters:
    ///   - request: What to ask for; a list.
    ///   - cursor: Where to begin; nil for the request as it stands.
    /// - Returns: A cold observable that parks.
    /// - Complexity: One page in memory.
    public func elements<Endpoint: GarageRequest>(
        of request: Endpoint, from cursor: PageCursor? = nil
    ) -> Observable<Endpoint.Resource.Element>
    where Endpoint.Resource: Collection, Endpoint.Resource.Element: Sendable {
        pages(request, from: cursor).elements { $0.resource }
    }
}
