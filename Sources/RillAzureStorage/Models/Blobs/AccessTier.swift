/// The access tier of a blob, which can be a tier that has no static member.
public struct AccessTier: RawRepresentable, Sendable, Hashable, Decodable, CustomStringConvertible {
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

    /// Optimized for frequent access.
    public static let hot = AccessTier(rawValue: "Hot")

    /// Optimized for infrequent access.
    public static let cool = AccessTier(rawValue: "Cool")

    /// Optimized for rare access.
    ///
    /// The blob must be rehydrated, which takes hours, before it can be read.
    public static let archive = AccessTier(rawValue: "Archive")
}
