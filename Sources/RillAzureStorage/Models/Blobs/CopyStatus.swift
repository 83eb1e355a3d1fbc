/// The status of a copy operation, which can be a status that has no static member.
public struct CopyStatus: RawRepresentable, Sendable, Hashable, Decodable, CustomStringConvertible {
    /// The raw value used by the service.
    public let rawValue: String

    /// Creates a value.
    ///
    /// - Parameter rawValue: The raw value used by the service.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The raw value used by the service.
    public var description: String { rawValue }

    /// The copy operation is in progress.
    public static let pending = CopyStatus(rawValue: "pending")

    /// The copy operation succeeded.
    public static let success = CopyStatus(rawValue: "success")

    /// The copy operation was aborted by a request.
    public static let aborted = CopyStatus(rawValue: "aborted")

    /// The copy operation failed.
    public static let failed = CopyStatus(rawValue: "failed")
}
