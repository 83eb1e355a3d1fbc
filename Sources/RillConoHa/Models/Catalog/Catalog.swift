/// The service catalog: the services that a token gives access to, and their endpoints.
///
///     let compute = try catalog.endpoint(for: .compute, region: .tyo1)
///
/// The type is the same for both versions of the API. Version 3 lists one URL for each interface, and version 2.0 lists
/// up to three for each region.
public struct Catalog: Sendable, Hashable {
    /// The services, in the order of the response.
    ///
    /// Empty for an unscoped token.
    public var services: [CatalogService]

    /// Creates a catalog.
    ///
    /// - Parameter services: The services.
    public init(services: [CatalogService] = []) {
        self.services = services
    }

    /// Returns the endpoint of a service.
    ///
    /// - Parameters:
    ///   - type: The type of the service.
    ///   - region: The region. May be `nil` if the service has only one region.
    ///   - interface: The endpoint interface. Defaults to public.
    /// - Returns: The first matching endpoint.
    /// - Throws: ``CatalogError`` if no endpoint matches, or if `region` is `nil` and endpoints in several regions
    ///   match. The error lists the available endpoints.
    public func endpoint(
        for type: ServiceType, region: Region? = nil, interface: EndpointInterface = .public
    ) throws(CatalogError) -> ServiceEndpoint {
        let ofType = services.filter { $0.type == type }.flatMap(\.endpoints)
        let matching = ofType.filter { $0.interface == interface && (region == nil || $0.region == region) }
        guard let first = matching.first else {
            throw CatalogError(.notFound, type, region, interface, in: self)
        }
        guard region != nil || matching.allSatisfy({ $0.region == first.region }) else {
            throw CatalogError(.ambiguous, type, region, interface, in: self)
        }
        return first
    }
}

extension Catalog: Decodable {
    /// Decodes a catalog in the format of either version.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        self.init(services: try decoder.singleValueContainer().decode([CatalogService].self))
    }
}
