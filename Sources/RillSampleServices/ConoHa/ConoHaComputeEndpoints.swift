internal import RillHTTP
internal import RillHTTPTesting

/// The endpoints of the compute service, which has the same two servers and three flavors in each region.
struct ConoHaComputeEndpoints: Sendable {
    let context: ConoHaContext

    private static let root = "/compute/{region}/v2/{tenant}"

    func add(to router: inout Router) {
        router.get(
            Self.root + "/servers",
            context.authorized { request, token throws(ConoHaErrorResponse) in
                let servers = try servers(request, token).map { server -> JSONValue in
                    ["id": .string(server.id), "name": .string(server.name)]
                }
                return .json(encoding: ["servers": .array(servers)] as JSONValue)
            })
        router.get(
            Self.root + "/servers/detail", items: ["limit", "marker"],
            context.authorized { request, token throws(ConoHaErrorResponse) in try list(request, token) })
        router.get(
            Self.root + "/servers/{id}",
            context.authorized { request, token throws(ConoHaErrorResponse) in
                let id = request.parameter("id")
                guard let server = try servers(request, token).first(where: { $0.id == id }) else {
                    throw .itemNotFound("Instance \(id) could not be found.")
                }
                return .json(encoding: ["server": json(server, request)] as JSONValue)
            })
        router.get(
            Self.root + "/flavors/detail",
            context.authorized { request, token throws(ConoHaErrorResponse) in
                try context.checkTenant(of: request, token)
                return .json(encoding: ["flavors": Self.flavors] as JSONValue)
            })
    }

    private struct Server: Sendable {
        let id: String
        let name: String
        let number: Int
    }

    /// Returns the servers if the token is scoped to the tenant.
    private func servers(
        _ request: RoutedRequest, _ token: ConoHaToken
    ) throws(ConoHaErrorResponse) -> [Server] {
        try context.checkTenant(of: request, token)
        return ["web", "mail"].enumerated().map { number, kind in
            let name = "\(kind).\(request.parameter("region"))"
            return Server(id: "\(request.parameter("tenant"))-\(name)", name: name, number: number)
        }
    }

    /// `GET /servers/detail`: lists all servers, or a page that starts after the marker.
    private func list(
        _ request: RoutedRequest, _ token: ConoHaToken
    ) throws(ConoHaErrorResponse) -> LoopbackServer.Response {
        var servers = try servers(request, token)[...]
        if let marker = request.queryItem("marker") {
            guard let index = servers.firstIndex(where: { $0.id == marker }) else {
                throw .badRequest("marker [\(marker)] not found")
            }
            servers = servers[(index + 1)...]
        }
        guard let text = request.queryItem("limit") else {
            return .json(encoding: ["servers": .array(servers.map { json($0, request) })] as JSONValue)
        }
        guard let limit = Int(text), limit >= 0 else {
            throw .badRequest(
                "Invalid input for query parameters limit. Value: \(text). '\(text)' is not a valid limit")
        }
        let shown = limit > 0 ? servers.prefix(limit) : servers
        var body: JSONValue = ["servers": .array(shown.map { json($0, request) })]
        // A full page has a link, even if it is the last one.
        if shown.count == limit, let last = shown.last {
            let url = "http://\(context.host(request))\(request.request.path)?limit=\(limit)&marker=\(last.id)"
            body = body.adding("servers_links", [["rel": "next", "href": .string(url)]])
        }
        return .json(encoding: body)
    }

    private func json(_ server: Server, _ request: RoutedRequest) -> JSONValue {
        let address = "192.0.2.\(10 + server.number)"
        let isVolume = server.number == 1
        return [
            "id": .string(server.id), "name": .string(server.name), "status": isVolume ? "SHUTOFF" : "ACTIVE",
            "tenant_id": .string(request.parameter("tenant")), "user_id": .string(ConoHaAccounts.customerID),
            "created": "2026-01-02T03:04:05Z", "updated": "2026-01-03T03:04:05Z", "key_name": nil,
            "flavor": ["id": "flavor-\(server.number)", "links": []],
            // The image of a server that boots from a volume is an empty string.
            "image": isVolume ? "" : ["id": "image-1", "links": []],
            "addresses": [
                "ext-192-0-2-0": [
                    ["addr": .string(address), "version": 4, "OS-EXT-IPS:type": "fixed"],
                    ["addr": "2001:db8::\(10 + server.number)", "version": 6, "OS-EXT-IPS:type": "fixed"],
                ]
            ],
            "metadata": ["instance_name_tag": .string(server.name)], "OS-EXT-STS:power_state": isVolume ? 4 : 1,
            "links": [["rel": "self", "href": "http://\(context.host(request))\(request.request.path)"]],
        ]
    }

    private static let flavors: JSONValue = .array(
        [(1, 1), (2, 2), (3, 4)].enumerated().map { number, size in
            [
                "id": "flavor-\(number)", "name": "g2l-t-c\(size.0)m\(size.1)", "ram": .integer(1_024 * size.1),
                "vcpus": .integer(size.0), "disk": 0, "swap": "", "links": [],
            ]
        })
}
