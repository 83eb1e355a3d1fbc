public import RillHTTP

/// Lists one page of the servers: `GET /servers/detail` of the compute service.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/compute/#list-servers-detailed>, read 2026-11-23.
public struct ListServers: Request, Hashable {
    /// A page of servers.
    public typealias Response = ServerPage

    /// The maximum number of servers per page, at least 1.
    ///
    /// `nil` means the limit of the service.
    public var limit: Int?

    /// The ID of the last server of the previous page.
    ///
    /// `nil` starts at the first server.
    public var marker: Server.ID?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of servers per page, at least 1. `nil` means the limit of the service.
    ///   - marker: The ID of the last server of the previous page. `nil` starts at the first server.
    public init(limit: Int? = nil, marker: Server.ID? = nil) {
        self.limit = limit
        self.marker = marker
    }

    /// `/servers/detail`.
    public var path: URLPath { "/servers/detail" }

    /// The query parameters `limit` and `marker`, unless they are `nil`.
    public var query: QueryItems { ["limit": limit, "marker": marker] }

    /// Validates the limit.
    ///
    /// - Throws: An error if `limit` is less than 1.
    public func validate() throws {
        try OutOfRange.check(limit: limit)
    }

    /// Decodes the page from the body.
    public var parser: ResponseParser<ServerPage> { .json.validateJSON() }
}
