/// The services that the sample of ConoHa lists, all of them below its own address.
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

    /// The host and the port of the sample.
    let host: String

    /// The id of the project; nil if the catalog is for none.
    let projectID: String?

    /// As version 2.0 writes it: an object for each region, with the public address alone.
    var version2: ConoHaJSON {
        .list(
            Self.services.map { service in
                let endpoints = service.regions.map { region -> ConoHaJSON in
                    ["region": .text(region), "publicURL": .text(address(service, region, version: "v2.0"))]
                }
                return [
                    "name": .text(service.name), "type": .text(service.type), "endpoints": .list(endpoints),
                    "endpoints_links": [],
                ]
            })
    }

    /// As version 3 writes it: an object for each region and interface.
    var version3: ConoHaJSON {
        .list(
            Self.services.enumerated().map { number, service in
                let interfaces = service.type == "identity" ? ["public", "internal", "admin"] : ["public"]
                let endpoints = service.regions.flatMap { region in
                    interfaces.map { interface -> ConoHaJSON in
                        [
                            "id": "\(service.type)-\(region)-\(interface)", "interface": .text(interface),
                            "region": .text(region), "region_id": .text(region),
                            "url": .text(address(service, region, version: "v3")),
                        ]
                    }
                }
                return [
                    "id": "service-\(number)", "name": .text(service.name), "type": .text(service.type),
                    "endpoints": .list(endpoints),
                ]
            })
    }

    private func address(_ service: Service, _ region: String, version: String) -> String {
        if service.type == "identity" { return "http://\(host)/\(version)" }
        let end = projectID.map { "/\($0)" } ?? ""
        return "http://\(host)/\(service.type)/\(region)/v2\(end)"
    }
}
