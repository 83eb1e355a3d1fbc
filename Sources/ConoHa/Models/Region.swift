/// A place where ConoHa has its machines; an open set.
public struct Region: RawRepresentable, Sendable, Hashable, Codable {
    /// The word that is sent.
    public let rawValue: String

    /// Creates a region that is not among the static members.
    ///
    /// - Parameter rawValue: The word that is sent.
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

extension Region: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a region that stands in the source.
    ///
    /// - Parameter value: The word that is sent.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The word that is sent.
    public var description: String { rawValue }
}

extension Region {
    /// The address of the region's identity service: `https://identity.tyo1.conoha.io`.
    ///
    /// The regions of VPS 2.0 serve version 2.0 of the API below it, those of VPS 3.0 version 3.
    public var identityURL: String { "https://identity.\(rawValue).conoha.io" }
}
