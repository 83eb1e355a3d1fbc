/// A region of ConoHa.
///
/// Other regions may exist.
public struct Region: APIName {
    /// The raw value used by the service.
    public let rawValue: String

    /// Creates a region from its raw value.
    ///
    /// - Parameter rawValue: The raw value used by the service.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Tokyo, VPS 2.0.
    public static let tyo1: Region = "tyo1"

    /// Tokyo, VPS 2.0.
    public static let tyo2: Region = "tyo2"

    /// Tokyo, VPS 2.0.
    public static let tyo3: Region = "tyo3"

    /// Singapore, VPS 2.0.
    public static let sin1: Region = "sin1"

    /// San Jose, VPS 2.0.
    public static let sjc1: Region = "sjc1"

    /// Japan, VPS 3.0.
    public static let c3j1: Region = "c3j1"

    /// Japan, VPS 3.0.
    public static let c3j2: Region = "c3j2"
}

extension Region {
    /// The base URL of the region's identity service: `https://identity.tyo1.conoha.io`.
    ///
    /// Regions of VPS 2.0 support version 2.0 of the API, and regions of VPS 3.0 support version 3.
    public var identityURL: String { "https://identity.\(rawValue).conoha.io" }
}
