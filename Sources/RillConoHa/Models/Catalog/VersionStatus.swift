/// The status of an API version.
///
/// Services may send values that have no static member.
public struct VersionStatus: APIName {
    /// The raw value used by the service.
    public let rawValue: String

    /// Creates a status from its raw value.
    ///
    /// - Parameter rawValue: The raw value used by the service.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A stable version.
    public static let stable: VersionStatus = "stable"

    /// A deprecated version, which will be removed.
    public static let deprecated: VersionStatus = "deprecated"

    /// The current version, which is under active development.
    public static let current: VersionStatus = "CURRENT"

    /// An older version that is still supported.
    public static let supported: VersionStatus = "SUPPORTED"

    /// An experimental version, which may change at any time.
    public static let experimental: VersionStatus = "EXPERIMENTAL"
}
