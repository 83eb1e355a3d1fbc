/// A reference to a tenant in a request of version 2.0.
public enum TenantReference: Sendable, Hashable {
    /// The tenant ID.
    case id(Tenant.ID)

    /// The tenant name: `gnct00000001`.
    case name(String)
}
