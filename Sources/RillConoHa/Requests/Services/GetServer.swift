public import RillHTTP

/// Gets a server: `GET /servers/{id}` of the compute service.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/compute/#show-server-details>, read 2026-11-23.
public struct GetServer: Request, Hashable {
    /// The server.
    public typealias Response = Server

    /// The ID of the server.
    public var id: Server.ID

    /// Creates a request.
    ///
    /// - Parameter id: The ID of the server.
    public init(id: Server.ID) {
        self.id = id
    }

    /// `/servers/{id}`, with the ID percent-encoded as one path segment.
    public var path: URLPath { "/servers/\(id)" }

    /// Decodes the value of the key `server`.
    public var parser: ResponseParser<Server> { .json(at: "server").validateJSON() }
}
