/// How a request names a tenant, in version 2.0.
public enum TenantReference: Sendable, Hashable {
    /// By its id.
    case id(Tenant.ID)

    /// By its name: `gnct00000001`.
    case name(String)
}
