public import RillHTTP

/// The tenants that the token's user could get a token for: `GET /v2.0/tenants`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v2/>, read 2026-11-21.
public struct ListTenants: Request, Hashable {
    /// The tenants.
    public typealias Response = [Tenant]

    /// Creates a request.
    public init() {}

    /// `/v2.0/tenants`.
    public var path: URLPath { "/v2.0/tenants" }

    /// Reads the list below `tenants`.
    public var parser: ResponseParser<[Tenant]> { .json(at: "tenants") }
}
