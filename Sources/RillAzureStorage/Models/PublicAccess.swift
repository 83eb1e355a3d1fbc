/// The level of public access to a container, which can be a level that has no static member.
public struct PublicAccess: RawRepresentable, Sendable, Hashable, Decodable, CustomStringConvertible {
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

    /// Public read access to blobs, but not to the list of blobs.
    public static let blob = PublicAccess(rawValue: "blob")

    /// Public read access to blobs and to the list of blobs.
    public static let container = PublicAccess(rawValue: "container")
}
