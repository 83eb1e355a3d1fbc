internal import RillHTTP

/// The service catalog, in which all URLs refer to the sample server.
struct ConoHaCatalog: Sendable {
    private typealias Service = (type: String, name: String, regions: [String])

    private static let services: [Service] = [
        ("account", "Account Service", ["tyo1"]),
        ("databasehosting", "Database Hosting Service", ["tyo1"]),
        ("network", "Network Service", ["tyo1", "sin1", "sjc1"]),
        ("volumev2", "Volume Service", ["tyo1", "sin1", "sjc1"]),
        ("image", "Image Service", ["tyo1", "sin1", "sjc1"]),
        ("compute", "Compute Service", ["tyo1", "sin1", "sjc1"]),
        ("mailhosting", "Mail Hosting Service", ["tyo1"]),
        ("dns", "DNS Service", ["tyo1"]),
        ("object-store", "Object Storage Service", ["tyo1"]),
        ("identity", "Identity Service", ["sjc1", "tyo1", "sin1"]),
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
