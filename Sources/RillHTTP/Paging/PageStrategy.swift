public import RillHTTPTypes

/// A strategy that determines the next page from a response and changes the request accordingly.
///
///     client.pages(Repositories(), by: .linkHeader)
///     client.pages(Tags(), by: .pageNumbers("page", perPage: 100, total: "Total-Count"))
///     client.pages(Blobs(), by: .marker("marker") { $0.nextMarker })
///
/// If more than the query differs between pages, such as the body, use ``Client/pages(from:request:next:)``.
public struct PageStrategy<Value: Sendable>: Sendable {
    /// Changes the URL of the request to the page of a cursor, or to the first page if the cursor is `nil`.
    let apply: @Sendable (PageCursor?, inout HTTPRequest) throws -> Void

    /// Returns the cursor of the next page, or `nil` for the last page.
    ///
    /// Receives the page and its request.
    let next: @Sendable (Page<Value>, HTTPRequest) throws -> PageCursor?

    /// Returns a custom strategy.
    ///
    ///     let byOffset = PageStrategy<[Tag]>.custom(
    ///         query: { cursor in ["offset": cursor.description] },
    ///         next: { page in
    ///             page.value.isEmpty ? nil : PageCursor((page.cursor?.number ?? 0) + page.value.count)
    ///         })
    ///
    /// - Parameters:
    ///   - query: A closure that returns the query items for a page other than the first. Each item replaces the
    ///     request's items with the same name. If it throws, the stream fails before the page is requested.
    ///   - next: A closure that returns the cursor of the next page, or `nil` for the last page. The `next` property of
    ///     its argument is `nil`. If it throws, the stream fails after this page, at
    ///     ``APIError/Stage-swift.struct/paging``.
    /// - Returns: The strategy.
    public static func custom(
        query: @escaping @Sendable (PageCursor) throws -> QueryItems,
        next: @escaping @Sendable (Page<Value>) throws -> PageCursor?
    ) -> PageStrategy {
        PageStrategy(
            apply: { cursor, request in
                if let cursor { request.replaceQuery(with: try query(cursor)) }
            },
            next: { page, _ in try next(page) })
    }
}
