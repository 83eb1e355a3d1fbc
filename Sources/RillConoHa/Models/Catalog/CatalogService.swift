/// A service of the catalog with its endpoints.
public struct CatalogService: Sendable, Hashable {
    /// The service ID, or `nil` in version 2.0.
    public var id: String?

    /// The type of the service.
    public var type: ServiceType

    /// The name of the service, such as `Compute Service`, or `nil` if it has none.
    public var name: String?

    /// The endpoints, one for each region and interface in both versions.
    public var endpoints: [ServiceEndpoint]

    /// The links of the endpoints, or `nil` in version 3 (JSON key: `endpoints_links`).
    public var endpointsLinks: [Link]?

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - id: The service ID.
    ///   - type: The type of the service.
    ///   - name: The name of the service.
    ///   - endpoints: The endpoints.
    ///   - endpointsLinks: The links of the endpoints.
    public init(
        id: String? = nil, type: ServiceType, name: String? = nil, endpoints: [ServiceEndpoint],
        endpointsLinks: [Link]? = nil
    ) {
        self.id = id
        self.type = type
        self.name = name
        self.endpoints = endpoints
        self.endpointsLinks = endpointsLinks
    }
}

extension CatalogService: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id
        case type
        case name
        case endpoints
        case endpointsLinks = "endpoints_links"
    }

    /// Decodes a service in the format of either version.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decodeIfPresent(String.self, forKey: .id),
            type: try container.decode(ServiceType.self, forKey: .type),
            name: try container.decodeIfPresent(String.self, forKey: .name),
            endpoints: try container.decodeIfPresent([ServiceEndpoint.Entry].self, forKey: .endpoints)?
                .flatMap(\.endpoints) ?? [],
            endpointsLinks: try container.decodeIfPresent([Link].self, forKey: .endpointsLinks))
    }
}
