public import RillHTTP

/// Lists the tenants for which the token's user can get a token: `GET /v2.0/tenants`.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/identity/v2/>, read 2026-11-21.
public struct ListTenants: Request, Hashable {
    /// The tenants.
    public typealias Response = [Tenant]

    /// Creates a request.
    public init() {}

    /// `/v2.0/tenants`.
    public var path: URLPath { "/v2.0/tenants" }

    /// Decodes the value of the key `tenants`.
    public var parser: ResponseParser<[Tenant]> { .json(at: "tenants").validateJSON() }
}
