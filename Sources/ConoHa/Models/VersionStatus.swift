/// How it stands with a version of an API; an open set.
public struct VersionStatus: RawRepresentable, Sendable, Hashable, Codable {
    /// The word that is sent.
    public let rawValue: String

    /// Creates a status that is not among the static members.
    ///
    /// - Parameter rawValue: The word that is sent.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// It can be relied on.
    public static let stable: VersionStatus = "stable"

    /// It will be taken away some day.
    public static let deprecated: VersionStatus = "deprecated"

    /// It is the one that is worked on.
    public static let current: VersionStatus = "CURRENT"

    /// It is an older one that still works.
    public static let supported: VersionStatus = "SUPPORTED"

    /// It may change at any time.
    public static let experimental: VersionStatus = "EXPERIMENTAL"
}

extension VersionStatus: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a status that stands in the source.
    ///
    /// - Parameter value: The word that is sent.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The word that is sent.
    public var description: String { rawValue }
}
