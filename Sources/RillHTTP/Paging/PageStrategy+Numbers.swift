public import RillHTTPTypes

extension PageStrategy where Value: Collection {
    /// Requests numbered pages whose value is a collection.
    ///
    /// Equivalent to `pageNumbers` with a `count` closure that returns the number of elements.
    ///
    ///     request    /tags           /tags?page=2    /tags?page=3
    ///     response   [a, b]          [c, d]          [e]             Total-Count: 5
    ///     result     ----[a, b]------[c, d]----------[e]|
    ///
    ///     client.pages(Tags(), by: .pageNumbers("page", perPage: 2, total: "Total-Count"))
    ///
    /// - Parameters:
    ///   - parameter: The name of the query parameter for the page number. Defaults to `page`.
    ///   - first: The number of the first page if the request's query does not specify one. Defaults to 1.
    ///   - perPage: The number of elements per page, at least 1. Defaults to `nil`, which means unknown. Then, `total` is
    ///     ignored, and `sizeParameter` is not sent.
    ///   - sizeParameter: The name of the query parameter for `perPage`. Defaults to `nil`, which does not send it.
    ///   - total: The header field with the total number of elements. Defaults to `nil`, which means no such field.
    ///   - last: The number of the last page to request. Defaults to `nil`, which means no limit.
    /// - Returns: The strategy.
    public static func pageNumbers(
        _ parameter: String = "page", first: Int = 1, perPage: Int? = nil, as sizeParameter: String? = nil,
        total: HTTPField.Name? = nil, last: Int? = nil
    ) -> PageStrategy {
        pageNumbers(parameter, first: first, perPage: perPage, as: sizeParameter, total: total, last: last) { $0.count }
    }
}

extension PageStrategy {
    /// Requests numbered pages.
    ///
    /// The list ends with the page that completes the total, with an empty page, or at the maximum page number. A page
    /// with fewer than `perPage` elements does not end the list, because services omit elements that the user may not
    /// see. If a service returns fewer elements per page than requested, the elements are counted until a page is full.
    /// All pages before a cursor that was created from text are assumed to be full.
    ///
    /// - Parameters:
    ///   - parameter: The name of the query parameter for the page number. Defaults to `page`.
    ///   - first: The number of the first page if the request's query does not specify one. Defaults to 1.
    ///   - perPage: The number of elements per page, at least 1. Defaults to `nil`, which means unknown. Then, `total` is
    ///     ignored, and `sizeParameter` is not sent.
    ///   - sizeParameter: The name of the query parameter for `perPage`. Defaults to `nil`, which does not send it.
    ///   - total: The header field with the total number of elements. Defaults to `nil`, which means no such field.
    ///   - last: The number of the last page to request. Defaults to `nil`, which means no limit.
    ///   - count: A closure that returns the number of elements of a page.
    /// - Returns: The strategy.
    public static func pageNumbers(
        _ parameter: String = "page", first: Int = 1, perPage: Int? = nil, as sizeParameter: String? = nil,
        total: HTTPField.Name? = nil, last: Int? = nil, count: @escaping @Sendable (Value) throws -> Int
    ) -> PageStrategy {
        precondition(perPage ?? 1 > 0, "pageNumbers: perPage must be at least 1, got \(perPage ?? 0)")
        return PageStrategy(
            apply: { cursor, request in
                var items: QueryItems = [:]
                if let cursor {
                    guard let number = cursor.number else {
                        throw PagingError(.invalidCursor, "invalid page cursor: not a page number")
                    }
                    items.append(parameter, number)
                }
                if let sizeParameter { items.append(sizeParameter, perPage) }
                request.replaceQuery(with: items)
            },
            next: { page, request in
                let number = page.cursor?.number ?? request.queryValue(parameter).flatMap { Int($0) } ?? first
                let count = try count(page.value)
                guard count > 0, number < last ?? .max else { return nil }
                var next = PageCursor(number + 1)
                guard let perPage, let sum = total.flatMap({ page.head.headerFields[$0] }).flatMap({ Int($0) }) else {
                    return next
                }
                let counted = number == first ? 0 : page.cursor?.elementsBefore
                if completes(sum, count, after: counted ?? elements(before: number, first, perPage)) { return nil }
                if let counted, count < perPage {
                    let (elements, hasOverflow) = counted.addingReportingOverflow(count)
                    if !hasOverflow { next.elementsBefore = elements }
                }
                return next
            })
    }

    /// Returns the number of elements before a page if all previous pages are full, or `nil` if it overflows.
    private static func elements(before number: Int, _ first: Int, _ perPage: Int) -> Int? {
        let (pages, hasOverflow) = number.subtractingReportingOverflow(first)
        let (elements, overflow) = pages.multipliedReportingOverflow(by: perPage)
        return hasOverflow || overflow ? nil : elements
    }

    /// Returns whether a page with `count` elements completes the total after a number of elements.
    private static func completes(_ total: Int, _ count: Int, after before: Int?) -> Bool {
        guard let before, before >= 0, before < total else { return false }
        return count >= total - before
    }
}
