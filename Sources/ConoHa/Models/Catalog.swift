/// The services that a token is good for, and where each of them can be reached.
///
///     let compute = try catalog.endpoint(for: .compute, region: .tyo1)
///
/// It is the same for both versions of the API: version 3 lists an address for each interface, version 2.0 up to three for
/// each region.
public struct Catalog: Sendable, Hashable {
    /// The services, in the order in which they came; empty for a token without a scope.
    public var services: [CatalogService]

    /// Creates a catalog.
    ///
    /// - Parameter services: The services.
    public init(services: [CatalogService] = []) {
        self.services = services
    }

    /// Finds where a service can be reached.
    ///
    /// - Parameters:
    ///   - type: What the service does.
    ///   - region: Where; nil for the only region that there is.
    ///   - interface: Who asks.
    /// - Returns: The first endpoint that fits.
    /// - Throws: ``CatalogError`` if there is none, or if there are several regions and none was named; it lists what there
    ///   is.
    public func endpoint(
        for type: ServiceType, region: Region? = nil, interface: EndpointInterface = .public
    ) throws(CatalogError) -> ServiceEndpoint {
        let ofType = services.filter { $0.type == type }.flatMap(\.endpoints)
        let fitting = ofType.filter { $0.interface == interface && (region == nil || $0.region == region) }
        guard let first = fitting.first else {
            throw CatalogError(.notFound, type, region, interface, in: self)
        }
        guard region != nil || fitting.allSatisfy({ $0.region == first.region }) else {
            throw CatalogError(.ambiguous, type, region, interface, in: self)
        }
        return first
    }
}

extension Catalog: Decodable {
    /// Reads a catalog as either version writes it.
    ///
    /// - Parameter decoder: Holds an array.
    /// - Throws: A `DecodingError`.
    public init(from decoder: any Decoder) throws {
        self.init(services: try decoder.singleValueContainer().decode([CatalogService].self))
    }
}
