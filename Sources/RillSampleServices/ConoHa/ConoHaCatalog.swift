internal import RillHTTP

/// The service catalog, in which all URLs refer to the sample server.
struct ConoHaCatalog: Sendable {
    private struct Service: Sendable {
        let type: String
        let name: String
        let regions: [String]
    }

    private static let services = [
        Service(type: "account", name: "Account Service", regions: ["tyo1"]),
        Service(type: "databasehosting", name: "Database Hosting Service", regions: ["tyo1"]),
        Service(type: "network", name: "Network Service", regions: ["tyo1", "sin1", "sjc1"]),
        Service(type: "volumev2", name: "Volume Service", regions: ["tyo1", "sin1", "sjc1"]),
        Service(type: "image", name: "Image Service", regions: ["tyo1", "sin1", "sjc1"]),
        Service(type: "compute", name: "Compute Service", regions: ["tyo1", "sin1", "sjc1"]),
        Service(type: "mailhosting", name: "Mail Hosting Service", regions: ["tyo1"]),
        Service(type: "dns", name: "DNS Service", regions: ["tyo1"]),
        Service(type: "object-store", name: "Object Storage Service", regions: ["tyo1"]),
        Service(type: "identity", name: "Identity Service", regions: ["sjc1", "tyo1", "sin1"]),
    ]

    /// The URL of the sample server.
    let server: String

    /// The ID of the project, or `nil` if the token is not scoped to a project.
    let projectID: String?

    /// The catalog in the format of version 2.0: one object with the public URL per region.
    var version2: JSONValue {
        .array(
            Self.services.map { service in
                let endpoints = service.regions.map { region -> JSONValue in
                    ["region": .string(region), "publicURL": .string(url(service, region, version: "v2.0"))]
                }
                return [
                    "name": .string(service.name), "type": .string(service.type), "endpoints": .array(endpoints),
                    "endpoints_links": [],
                ]
            })
    }

    /// The catalog in the format of version 3: one object per region and interface.
    var version3: JSONValue {
        .array(
            Self.services.enumerated().map { number, service in
                let interfaces = service.type == "identity" ? ["public", "internal", "admin"] : ["public"]
                let endpoints = service.regions.flatMap { region in
                    interfaces.map { interface -> JSONValue in
                        [
                            "id": "\(service.type)-\(region)-\(interface)", "interface": .string(interface),
                            "region": .string(region), "region_id": .string(region),
                            "url": .string(url(service, region, version: "v3")),
                        ]
                    }
                }
                return [
                    "id": "service-\(number)", "name": .string(service.name), "type": .string(service.type),
                    "endpoints": .array(endpoints),
                ]
            })
    }

    private func url(_ service: Service, _ region: String, version: String) -> String {
        if service.type == "identity" { return "\(server)/\(version)" }
        let root = "\(server)/\(service.type)/\(region)"
        // ConoHa's URL of the DNS service has neither a version nor a project.
        if service.type == "dns" { return root }
        let end = projectID.map { "/\($0)" } ?? ""
        return root + (service.type == "account" ? "/v1" : "/v2") + end
    }
}
