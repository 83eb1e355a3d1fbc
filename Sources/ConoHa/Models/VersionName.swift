/// The name of a version of the identity API, as it stands in paths; an open set.
public struct VersionName: RawRepresentable, Sendable, Hashable, Codable {
    /// The word that is sent.
    public let rawValue: String

    /// Creates a name that is not among the static members.
    ///
    /// - Parameter rawValue: The word that is sent.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What VPS 2.0 speaks.
    public static let v2: VersionName = "v2.0"

    /// What VPS 3.0 speaks.
    public static let v3: VersionName = "v3"
}

extension VersionName: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a name that stands in the source.
    ///
    /// - Parameter value: The word that is sent.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The word that is sent.
    public var description: String { rawValue }
}
