/// The interface of an endpoint.
///
/// Services may send values that have no static member.
public struct EndpointInterface: APIName {
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
