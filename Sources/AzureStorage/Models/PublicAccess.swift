/// What anyone may read of a container, as an open set.
public struct PublicAccess: RawRepresentable, Sendable, Hashable, Decodable, CustomStringConvertible {
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

    /// Each blob whose name one knows.
    public static let blob = PublicAccess(rawValue: "blob")

    /// Each blob, and the list of them.
    public static let container = PublicAccess(rawValue: "container")
}
