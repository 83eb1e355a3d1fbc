/// The interface of an endpoint.
///
/// Services may send values that have no static member.
public struct EndpointInterface: RawRepresentable, Sendable, Hashable, Codable {
    /// The raw value used by the service.
    public let rawValue: String

    /// Creates an interface from its raw value.
    ///
    /// - Parameter rawValue: The raw value used by the service.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The interface for end users.
    public static let `public`: EndpointInterface = "public"

    /// The interface for the services within the cloud.
    public static let `internal`: EndpointInterface = "internal"

    /// The interface for administrators.
    public static let admin: EndpointInterface = "admin"
}

extension EndpointInterface: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates an interface from a string literal.
    ///
    /// - Parameter value: The value in the API.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The raw value used by the service.
    public var description: String { rawValue }
}
