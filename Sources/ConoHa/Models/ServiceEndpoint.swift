/// Where a service of the catalog can be reached, by whom and in which region.
public struct ServiceEndpoint: Sendable, Hashable {
    /// The endpoint's id; nil if the service does not say.
    public var id: String?

    /// Who it is for.
    public var interface: EndpointInterface

    /// The region; nil if it belongs to none.
    public var region: Region?

    /// The address, as the service has written it, with or without a slash at its end.
    public var url: String

    /// Creates an endpoint.
    ///
    /// - Parameters:
    ///   - id: The endpoint's id.
    ///   - interface: Who it is for.
    ///   - region: The region; nil if it belongs to none.
    ///   - url: The address.
    public init(id: String? = nil, interface: EndpointInterface = .public, region: Region?, url: String) {
        self.id = id
        self.interface = interface
        self.region = region
        self.url = url
    }
}

extension ServiceEndpoint {
    /// What stands in a list of endpoints: one address for one interface in version 3, one for each of them in version 2.0.
    struct Entry: Decodable {
        let endpoints: [ServiceEndpoint]

        private enum CodingKeys: String, CodingKey {
            case id
            case interface
            case region
            case regionID = "region_id"
            case url
            case publicURL
            case internalURL
            case adminURL
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) throws -> String? {
                try container.decodeIfPresent(String.self, forKey: key).flatMap { $0.isEmpty ? nil : $0 }
            }
            let id = try text(.id)
            let region = try (text(.region) ?? text(.regionID)).map { Region(rawValue: $0) }
            if container.contains(.interface) || container.contains(.url) {
                let interface = try container.decode(EndpointInterface.self, forKey: .interface)
                let url = try container.decode(String.self, forKey: .url)
                endpoints = [ServiceEndpoint(id: id, interface: interface, region: region, url: url)]
                return
            }
            let addresses: [(EndpointInterface, String?)] = [
                (.public, try text(.publicURL)), (.internal, try text(.internalURL)), (.admin, try text(.adminURL)),
            ]
            endpoints = addresses.compactMap { interface, url in
                url.map { ServiceEndpoint(id: id, interface: interface, region: region, url: $0) }
            }
        }
    }
}
