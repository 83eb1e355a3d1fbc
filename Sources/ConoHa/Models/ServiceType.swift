/// What a service of the catalog does; an open set.
public struct ServiceType: RawRepresentable, Sendable, Hashable, Codable {
    /// The word that is sent.
    public let rawValue: String

    /// Creates a type that is not among the static members.
    ///
    /// - Parameter rawValue: The word that is sent.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Tokens, projects and users.
    public static let identity: ServiceType = "identity"

    /// Virtual machines.
    public static let compute: ServiceType = "compute"

    /// Networks, addresses and load balancers.
    public static let network: ServiceType = "network"

    /// Images to start machines from.
    public static let image: ServiceType = "image"

    /// Volumes, by version 2 of their API.
    public static let volumeV2: ServiceType = "volumev2"

    /// Volumes, by version 3 of their API.
    public static let volumeV3: ServiceType = "volumev3"

    /// Objects in containers.
    public static let objectStore: ServiceType = "object-store"

    /// Domain names.
    public static let dns: ServiceType = "dns"

    /// Contracts, orders and bills.
    public static let account: ServiceType = "account"

    /// Databases.
    public static let databaseHosting: ServiceType = "databasehosting"

    /// Mailboxes.
    public static let mailHosting: ServiceType = "mailhosting"
}

extension ServiceType: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a type that stands in the source.
    ///
    /// - Parameter value: The word that is sent.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The word that is sent.
    public var description: String { rawValue }
}
