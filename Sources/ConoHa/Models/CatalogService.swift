/// A service of the catalog, and where it can be reached.
public struct CatalogService: Sendable, Hashable {
    /// The service's id; nil in version 2.0.
    public var id: String?

    /// What it does.
    public var type: ServiceType

    /// What it is called: `Compute Service`; nil if the service has no name.
    public var name: String?

    /// Where it can be reached: one for each region and each interface, whatever the version.
    public var endpoints: [ServiceEndpoint]

    /// What else leads to the endpoints; nil in version 3; the key `endpoints_links`.
    public var endpointsLinks: [Link]?

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - id: The service's id.
    ///   - type: What it does.
    ///   - name: What it is called.
    ///   - endpoints: Where it can be reached.
    ///   - endpointsLinks: What else leads to the endpoints.
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

    /// Reads a service as either version writes it.
    ///
    /// - Parameter decoder: Holds an object.
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
