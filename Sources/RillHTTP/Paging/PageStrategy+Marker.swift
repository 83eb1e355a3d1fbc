public import RillHTTPTypes

extension PageStrategy {
    /// Requests each following page with the marker from the previous page.
    ///
    ///     request    /blobs            /blobs?marker=b   /blobs?marker=d
    ///     response   [a], next: b      [], next: d       [d, e]
    ///     result     ---[a]------------[]----------------[d, e]|
    ///
    ///     client.pages(Blobs(), by: .marker("marker") { $0.nextMarker })
    ///     client.pages(Blobs(), by: .marker("marker", next: \.nextMarker))
    ///
    /// Only the marker determines whether there is another page: an empty page with a marker is not the last page, for
    /// example in Azure. A `nil` or empty marker ends the list.
    ///
    /// - Parameters:
    ///   - parameter: The name of the query parameter for the marker.
    ///   - next: A closure that returns the marker of the next page from a page's value.
    /// - Returns: The strategy.
    public static func marker<Marker: QueryValue>(
        _ parameter: String, next: @escaping @Sendable (Value) throws -> Marker?
    ) -> PageStrategy {
        PageStrategy(
            apply: { cursor, request in
                if let cursor { request.replaceQuery(with: [parameter: cursor.description]) }
            },
            next: { page, _ in try next(page.value).flatMap { PageCursor($0.resolvedQueryText) } })
    }
}
