public import Foundation

/// An error that describes why metadata is invalid:
/// `invalid metadata "größe": names must consist of letters, digits, and underscores, and not start with a digit`.
public struct MetadataError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The name of the invalid metadata.
    public let name: String

    /// The reason why the name or value is invalid.
    public let reason: String

    /// The name and the reason.
    public var description: String { "invalid metadata \"\(name)\": \(reason)" }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
