/// Who an endpoint is for; an open set.
public struct EndpointInterface: RawRepresentable, Sendable, Hashable, Codable {
    /// The word that is sent.
    public let rawValue: String

    /// Creates an interface that is not among the static members.
    ///
    /// - Parameter rawValue: The word that is sent.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Everyone.
    public static let `public`: EndpointInterface = "public"

    /// The servers of the cloud among themselves.
    public static let `internal`: EndpointInterface = "internal"

    /// Those who run it.
    public static let admin: EndpointInterface = "admin"
}

extension EndpointInterface: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates an interface that stands in the source.
    ///
    /// - Parameter value: The word that is sent.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The word that is sent.
    public var description: String { rawValue }
}
