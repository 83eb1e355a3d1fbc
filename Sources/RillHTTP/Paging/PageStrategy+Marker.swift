extension PageStrategy {
    /// Asks for the page behind a marker that the page before has brought along.
    ///
    ///     request    /blobs            /blobs?marker=b   /blobs?marker=d
    ///     answer     [a], next: b      [], next: d       [d, e]
    ///     result     ---[a]------------[]----------------[d, e]|
    ///
    ///     client.pages(Blobs(), by: .marker("marker") { $0.nextMarker })
    ///     client.pages(Blobs(), by: .marker("marker", next: \.nextMarker))
    ///
    /// The marker alone counts: a page without elements that has one is not the last, as with Azure. A marker that is nil or
    /// empty ends the list.
    ///
    /// - Parameters:
    ///   - parameter: The name in the query that the marker is sent under.
    ///   - next: Reads the marker: text, a number, or another value of a query.
    /// - Returns: The strategy.
    public static func marker<Marker: QueryValue>(
        _ parameter: String, next: @escaping @Sendable (Value) throws -> Marker?
    ) -> PageStrategy {
        PageStrategy(
            place: { cursor, request in
                if let cursor { request.replaceQuery(with: [parameter: cursor.description]) }
            },
            next: { page, _ in try next(page.value).flatMap { PageCursor($0.queryText) } })
    }
}
