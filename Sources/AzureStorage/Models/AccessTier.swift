/// How quickly a blob can be read, and what it costs, as an open set.
public struct AccessTier: RawRepresentable, Sendable, Hashable, Decodable, CustomStringConvertible {
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

    /// Read often.
    public static let hot = AccessTier(rawValue: "Hot")

    /// Read now and then.
    public static let cool = AccessTier(rawValue: "Cool")

    /// Has to be brought back, for hours, before it can be read.
    public static let archive = AccessTier(rawValue: "Archive")
}
