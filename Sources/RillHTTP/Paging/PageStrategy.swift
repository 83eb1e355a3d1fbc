/// How one gets from a page of a list to the next: what is looked at in an answer, and what changes in the request.
///
///     client.pages(Repositories(), by: .linkHeader)
///     client.pages(Tags(), by: .pageNumbers("page", perPage: 100, total: HTTPField.Name("Total-Count")))
///     client.pages(Blobs(), by: .marker("marker") { $0.nextMarker })
///
/// Where the next page needs more than another query, such as another body, use ``Client/pages(from:request:next:)``.
public struct PageStrategy<Value: Sendable>: Sendable {
    /// Changes the address of the request so that it asks for the page of a cursor; nil for the first page.
    let place: @Sendable (PageCursor?, inout HTTPRequest) throws -> Void

    /// The cursor of the page behind a page, which the request has asked for; nil if it was the last one.
    let next: @Sendable (Page<Value>, HTTPRequest) throws -> PageCursor?

    init(
        place: @escaping @Sendable (PageCursor?, inout HTTPRequest) throws -> Void,
        next: @escaping @Sendable (Page<Value>, HTTPRequest) throws -> PageCursor?
    ) {
        self.place = place
        self.next = next
    }

    /// A way of your own.
    ///
    ///     let byOffset = PageStrategy<[Tag]>.custom(
    ///         query: { cursor in ["offset": cursor.description] },
    ///         next: { page in
    ///             page.value.isEmpty ? nil : PageCursor((page.cursor?.number ?? 0) + page.value.count)
    ///         })
    ///
    /// - Parameters:
    ///   - query: Makes the pairs that ask for a page, but not for the first, which the request asks for by itself. Each name
    ///     replaces the request's own pairs of that name. What it throws fails the stream before the page is asked for.
    ///   - next: Takes a page, whose `next` is not known yet, and makes the cursor of the one behind it, nil if it was the
    ///     last. What it throws fails the stream behind this page, at ``APIError/Stage-swift.struct/paging``.
    /// - Returns: The strategy.
    public static func custom(
        query: @escaping @Sendable (PageCursor) throws -> QueryItems,
        next: @escaping @Sendable (Page<Value>) throws -> PageCursor?
    ) -> PageStrategy {
        PageStrategy(
            place: { cursor, request in
                if let cursor { request.replaceQuery(with: try query(cursor)) }
            },
            next: { page, _ in try next(page) })
    }
}
