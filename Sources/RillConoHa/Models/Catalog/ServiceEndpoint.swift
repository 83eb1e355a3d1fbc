/// An endpoint of a service, with its interface and region.
public struct ServiceEndpoint: Sendable, Hashable {
    /// The endpoint ID, or `nil` if the response omits it.
    public var id: String?

    /// The interface of the endpoint.
    public var interface: EndpointInterface

    /// The region, or `nil` if the endpoint has none.
    public var region: Region?

    /// The URL, as sent by the service, with or without a trailing slash.
    public var url: String

    /// Creates an endpoint.
    ///
    /// - Parameters:
    ///   - id: The endpoint ID.
    ///   - interface: The interface of the endpoint. Defaults to public.
    ///   - region: The region. `nil` if the endpoint has none.
    ///   - url: The URL.
    public init(id: String? = nil, interface: EndpointInterface = .public, region: Region?, url: String) {
        self.id = id
        self.interface = interface
        self.region = region
        self.url = url
    }
}

extension ServiceEndpoint {
    /// An entry of an endpoint list: one URL in version 3, one URL for each interface in version 2.0.
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
