internal import RillHTTPTesting

/// The endpoints of the compute service, which has the same two servers and three flavors in each region.
extension ConoHaEndpoints {
    private static let root = "/compute/{region}/v2/{tenant}"

    func addCompute(to router: inout Router) {
        router.get(Self.root + "/servers") { request in
            let servers = try servers(request).map { server -> JSONValue in
                ["id": .string(server.id), "name": .string(server.name)]
            }
            return .json(["servers": .array(servers)])
        }
        router.get(Self.root + "/servers/detail", items: ["limit", "marker"]) { request in
            let (servers, next) = try page(
                of: try servers(request), request, id: \.id, minimumLimit: 0,
                unknownMarker: { ConoHaError.badRequest("marker [\($0)] not found") },
                invalidLimit: {
                    ConoHaError.badRequest(
                        "Invalid input for query parameters limit. Value: \($0). '\($0)' is not a valid limit")
                })
            let body: JSONValue = ["servers": .array(servers.map { json($0, request) })]
            return .json(body.adding("servers_links", next.map { [["rel": "next", "href": .string($0)]] }))
        }
        router.get(Self.root + "/servers/{id}") { request in
            let id = request.parameter("id")
            guard let server = try servers(request).first(where: { $0.id == id }) else {
                throw ConoHaError.itemNotFound("Instance \(id) could not be found.")
            }
            return .json(["server": json(server, request)])
        }
        router.get(Self.root + "/flavors/detail") { request in
            try checkTenant(of: request)
            return .json(["flavors": Self.flavors])
        }
    }

    private typealias Server = (id: String, name: String, number: Int)

    /// Returns the servers if the token is scoped to the tenant.
    private func servers(_ request: RoutedRequest) throws -> [Server] {
        try checkTenant(of: request)
        return ["web", "mail"].enumerated().map { number, kind in
            let name = "\(kind).\(request.parameter("region"))"
            return ("\(request.parameter("tenant"))-\(name)", name, number)
        }
    }

    private func json(_ server: Server, _ request: RoutedRequest) -> JSONValue {
        let address = "192.0.2.\(10 + server.number)"
        let isVolume = server.number == 1
        return [
            "id": .string(server.id), "name": .string(server.name), "status": isVolume ? "SHUTOFF" : "ACTIVE",
            "tenant_id": .string(request.parameter("tenant")), "user_id": .string(SampleConoHa.userID),
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
            "links": [["rel": "self", "href": "\(request.serverURL)\(request.request.path)"]],
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
