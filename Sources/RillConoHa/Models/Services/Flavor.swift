/// A flavor, the size of a server.
///
/// - SeeAlso: <https://docs.openstack.org/api-ref/compute/#flavors>, read 2026-11-23.
public struct Flavor: Sendable, Hashable, Identifiable, Decodable {
    /// The flavor ID.
    public var id: String

    /// The name: `g2l-t-c2m1`.
    public var name: String

    /// The size of the memory, in mebibytes.
    public var ram: Int

    /// The number of virtual CPUs.
    public var vcpus: Int

    /// The size of the disk, in gibibytes.
    public var disk: Int

    /// Creates a flavor.
    ///
    /// - Parameters:
    ///   - id: The flavor ID.
    ///   - name: The name.
    ///   - ram: The size of the memory, in mebibytes.
    ///   - vcpus: The number of virtual CPUs.
    ///   - disk: The size of the disk, in gibibytes.
    public init(id: String, name: String, ram: Int, vcpus: Int, disk: Int) {
        self.id = id
        self.name = name
        self.ram = ram
        self.vcpus = vcpus
        self.disk = disk
    }
}
