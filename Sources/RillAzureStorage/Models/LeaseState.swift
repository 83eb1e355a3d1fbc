/// The lease state of a container or blob, which can be a state that has no static member.
public struct LeaseState: RawRepresentable, Sendable, Hashable, Decodable, CustomStringConvertible {
    /// The raw value used by the service.
    public let rawValue: String

    /// Creates a value.
    ///
    /// - Parameter rawValue: The raw value used by the service.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The raw value used by the service.
    public var description: String { rawValue }

    /// There is no lease.
    public static let available = LeaseState(rawValue: "available")

    /// There is an active lease.
    public static let leased = LeaseState(rawValue: "leased")

    /// The duration of the lease has expired.
    public static let expired = LeaseState(rawValue: "expired")

    /// The lease has been broken but remains active until the break period ends.
    public static let breaking = LeaseState(rawValue: "breaking")

    /// The lease has been broken, and the break period has ended.
    public static let broken = LeaseState(rawValue: "broken")
}
