public import RillHTTP

/// Gets the service catalog of the token: `GET /v3/auth/catalog`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v3/#get-service-catalog>, read 2026-11-21.
public struct GetCatalog: Request, Hashable {
    /// The catalog.
    public typealias Response = Catalog

    /// Creates a request.
    public init() {}

    /// `/v3/auth/catalog`.
    public var path: URLPath { "/v3/auth/catalog" }

    /// Decodes the value of the key `catalog`.
    public var parser: ResponseParser<Catalog> { .json(at: "catalog").validateJSON() }
}
