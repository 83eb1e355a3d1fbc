public import Rill
internal import RillHTTP

extension ConoHaSession {
    /// Returns one page of the servers of the project.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request: at the `request` stage, without
    /// sending a request, if the limit is less than 1.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of servers per page, at least 1. `nil` means the limit of the service.
    ///   - marker: The ``ServerPage/nextMarker`` of the previous page. `nil` starts at the first server.
    ///   - region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<ServerPage>` that emits one page and then completes.
    /// - SeeAlso: `GET /servers/detail`, <https://docs.openstack.org/api-ref/compute/#list-servers-detailed>, read
    ///   2026-11-23.
    public func servers(
        limit: Int? = nil, after marker: Server.ID? = nil, region: Region? = nil
    ) -> Observable<ServerPage> {
        send(ListServers(limit: limit, marker: marker), to: .compute, region: region)
    }

    /// Returns all servers of the project, requesting pages on demand.
    ///
    ///     for try await server in session.allServers(region: .c3j1).values { … }
    ///
    /// Requests the next page after the subscriber has received the last server of the current page, unless the
    /// subscriber has paused the stream.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request. The elements of earlier pages
    /// are emitted before the error.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of servers per page, at least 1. Smaller pages require more requests.
    ///   - region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<Server>` that supports back-pressure.
    /// - Complexity: Keeps one page in memory.
    public func allServers(limit: Int = 100, region: Region? = nil) -> Observable<Server> {
        client(for: .compute, region: region).flatMap { client in
            client.pages(ListServers(limit: limit), by: .marker("marker", next: \.nextMarker)).elements { $0.servers }
        }
    }

    /// Returns a server.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request. The status is 404 if the
    /// server does not exist.
    ///
    /// - Parameters:
    ///   - id: The ID of the server.
    ///   - region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<Server>` that emits one server and then completes.
    /// - SeeAlso: `GET /servers/{id}`, <https://docs.openstack.org/api-ref/compute/#show-server-details>, read
    ///   2026-11-23.
    public func server(id: Server.ID, region: Region? = nil) -> Observable<Server> {
        send(GetServer(id: id), to: .compute, region: region)
    }

    /// Returns the flavors, the sizes of servers.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request.
    ///
    /// - Parameter region: The region. May be `nil` if the service has only one region.
    /// - Returns: A cold `Observable<[Flavor]>` that emits one array and then completes.
    /// - SeeAlso: `GET /flavors/detail`, <https://docs.openstack.org/api-ref/compute/#list-flavors-with-details>, read
    ///   2026-11-23.
    public func flavors(region: Region? = nil) -> Observable<[Flavor]> {
        send(ListFlavors(), to: .compute, region: region)
    }
}
