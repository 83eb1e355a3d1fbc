/// The name of a version of the identity API in paths.
///
/// Services may support others.
public struct VersionName: APIName {
    /// The raw value used by the service.
    public let rawValue: String

    /// Creates a name from its raw value.
    ///
    /// - Parameter rawValue: The raw value used by the service.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The version of VPS 2.0.
    public static let v2: VersionName = "v2.0"

    /// The version of VPS 3.0.
    public static let v3: VersionName = "v3"
}
