extension PageStrategy where Value: Collection {
    /// Counts the pages of a list that is read as a collection: `pageNumbers` with `count` counting its elements.
    ///
    ///     request    /tags           /tags?page=2    /tags?page=3
    ///     answer     [a, b]          [c, d]          [e]             Total-Count: 5
    ///     result     ----[a, b]------[c, d]----------[e]|
    ///
    ///     client.pages(Tags(), by: .pageNumbers("page", perPage: 2, total: HTTPField.Name("Total-Count")))
    ///
    /// - Parameters:
    ///   - parameter: The name in the query that the number is sent under.
    ///   - first: The number of the first page, for a request whose query does not name one.
    ///   - perPage: How many elements a page has, one or more; nil if nobody knows, which makes the total of no use.
    ///   - sizeParameter: The name in the query that `perPage` is sent under; nil if the request says it by itself.
    ///   - total: The field that says how many elements there are in all; nil if none does.
    ///   - last: The greatest number that the service takes; nil if there is no such limit.
    /// - Returns: The strategy.
    public static func pageNumbers(
        _ parameter: String = "page", first: Int = 1, perPage: Int? = nil, as sizeParameter: String? = nil,
        total: HTTPField.Name? = nil, last: Int? = nil
    ) -> PageStrategy {
        pageNumbers(parameter, first: first, perPage: perPage, as: sizeParameter, total: total, last: last) { $0.count }
    }
}

extension PageStrategy {
    /// Counts the pages of a list.
    ///
    /// The list ends with the page that completes the total, with an empty page, and with the last number. A page that is
    /// not full does not end it: services leave out what one may not see. A service that gives fewer elements than
    /// `perPage` asks for is found out where the total has been reached and elements still come; then only an empty page
    /// ends the list.
    ///
    /// - Parameters:
    ///   - parameter: The name in the query that the number is sent under.
    ///   - first: The number of the first page, for a request whose query does not name one.
    ///   - perPage: How many elements a page has, one or more; nil if nobody knows, which makes the total of no use.
    ///   - sizeParameter: The name in the query that `perPage` is sent under; nil if the request says it by itself.
    ///   - total: The field that says how many elements there are in all; nil if none does.
    ///   - last: The greatest number that the service takes; nil if there is no such limit.
    ///   - count: Tells how many elements a page has.
    /// - Returns: The strategy.
    public static func pageNumbers(
        _ parameter: String = "page", first: Int = 1, perPage: Int? = nil, as sizeParameter: String? = nil,
        total: HTTPField.Name? = nil, last: Int? = nil, count: @escaping @Sendable (Value) throws -> Int
    ) -> PageStrategy {
        precondition(perPage ?? 1 > 0, "pageNumbers needs a perPage of one or more, got \(perPage ?? 0)")
        return PageStrategy(
            place: { cursor, request in
                var items: QueryItems = [:]
                if let cursor {
                    guard let number = cursor.number else {
                        throw PagingError(.invalidCursor, "the cursor to go on from is not the number of a page")
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
                let sum = total.flatMap { page.head.headerFields[$0] }.flatMap { Int($0) }
                if let sum, let perPage,
                    completes(sum, count, behind: number.subtractingReportingOverflow(first), perPage)
                {
                    return nil
                }
                return PageCursor(number + 1)
            })
    }

    /// Whether a page with so many elements, behind so many full pages, is the one that makes the total complete.
    private static func completes(
        _ total: Int, _ count: Int, behind pages: (partialValue: Int, overflow: Bool), _ perPage: Int
    ) -> Bool {
        let (before, isTooMuch) = pages.partialValue.multipliedReportingOverflow(by: perPage)
        guard !pages.overflow, !isTooMuch, before >= 0, before < total else { return false }
        return count >= total - before
    }
}
