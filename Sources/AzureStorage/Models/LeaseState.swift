/// Whether somebody has a lease on a container or a blob, as an open set.
public struct LeaseState: RawRepresentable, Sendable, Hashable, Decodable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// Creates a value.
    ///
    /// - Parameter rawValue: The value as the service writes it.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value as the service writes it.
    public var description: String { rawValue }

    /// Nobody.
    public static let available = LeaseState(rawValue: "available")

    /// Somebody.
    public static let leased = LeaseState(rawValue: "leased")

    /// Nobody any more.
    public static let expired = LeaseState(rawValue: "expired")

    /// Somebody, for a while yet.
    public static let breaking = LeaseState(rawValue: "breaking")

    /// Nobody any more, as it was taken away.
    public static let broken = LeaseState(rawValue: "broken")
}
