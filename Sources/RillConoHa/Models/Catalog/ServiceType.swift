/// The type of a service.
///
/// Services may send values that have no static member.
public struct ServiceType: APIName {
    /// The raw value used by the service.
    public let rawValue: String

    /// Creates a type from its raw value.
    ///
    /// - Parameter rawValue: The raw value used by the service.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The identity service: tokens, projects and users.
    public static let identity: ServiceType = "identity"

    /// The compute service: virtual machines.
    public static let compute: ServiceType = "compute"

    /// The network service: networks, IP addresses and load balancers.
    public static let network: ServiceType = "network"

    /// The image service: images for virtual machines.
    public static let image: ServiceType = "image"

    /// The block storage service, version 2.
    public static let volumeV2: ServiceType = "volumev2"

    /// The block storage service, version 3.
    public static let volumeV3: ServiceType = "volumev3"

    /// The object storage service.
    public static let objectStore: ServiceType = "object-store"

    /// The DNS service.
    public static let dns: ServiceType = "dns"

    /// The account service: contracts, orders and invoices.
    public static let account: ServiceType = "account"

    /// The database hosting service.
    public static let databaseHosting: ServiceType = "databasehosting"

    /// The mail hosting service.
    public static let mailHosting: ServiceType = "mailhosting"
}
