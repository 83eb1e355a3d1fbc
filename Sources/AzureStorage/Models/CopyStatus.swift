/// How far a copy is, as an open set.
public struct CopyStatus: RawRepresentable, Sendable, Hashable, Decodable, CustomStringConvertible {
    /// The value as the service writes it.
    public let rawValue: String

    /// Creates a value.
    ///
    /// - Parameter rawValue: The value as the service writes it.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value as the service writes it.
    public var description: String { rawValue }

    /// Under way.
    public static let pending = CopyStatus(rawValue: "pending")

    /// Done.
    public static let success = CopyStatus(rawValue: "success")

    /// Given up on demand.
    public static let aborted = CopyStatus(rawValue: "aborted")

    /// Failed.
    public static let failed = CopyStatus(rawValue: "failed")
}
