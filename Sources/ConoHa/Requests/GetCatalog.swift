public import RillHTTP

/// The services that the token is good for: `GET /v3/auth/catalog`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#get-service-catalog>, read 2026-11-21.
public struct GetCatalog: Request, Hashable {
    /// The catalog.
    public typealias Response = Catalog

    /// Creates a request.
    public init() {}

    /// `/v3/auth/catalog`.
    public var path: URLPath { "/v3/auth/catalog" }

    /// Reads what stands below `catalog`.
    public var parser: ResponseParser<Catalog> { .json(at: "catalog") }
}
