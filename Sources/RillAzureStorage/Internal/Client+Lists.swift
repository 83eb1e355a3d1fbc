internal import RillHTTP

/// A page of a list that the service returns.
protocol ListPage: Decodable, Sendable {
    /// The marker of the next page, or `nil` if this is the last one.
    var nextMarker: String? { get }
}

extension BlobPage: ListPage {}
extension ContainerPage: ListPage {}
extension QueuePage: ListPage {}

extension Client {
    /// Returns the pages of the account's containers or queues, requested on demand.
    func accountPages<Value: ListPage>(
        _ prefix: String?, includesMetadata: Bool, pageSize: Int?, after marker: String?
    ) -> Observable<Page<Value>> {
        listPages(
            "/", ["comp": "list", "prefix": prefix, "include": includesMetadata ? "metadata" : nil],
            pageSize: pageSize, after: marker)
    }

    /// Returns the pages of a list, requested on demand.
    func listPages<Value: ListPage>(
        _ path: URLPath, _ query: QueryItems, pageSize: Int?, after marker: String?
    ) -> Observable<Page<Value>> {
        var operation = Operation<Value>(.get, path, query, parser: .xml(root: "EnumerationResults"))
        if let pageSize { operation.append("maxresults", pageSize, named: "pageSize", in: 1...5_000) }
        return pages(
            operation, by: .marker("marker", next: \.nextMarker), from: marker.flatMap { PageCursor($0) })
    }
}
