internal import Foundation

/// The ID of a lease: a UUID that requests must contain to write to a leased blob, or to delete a leased resource.
///
/// A client that knows the ID and has access to the account can write to or delete the leased resource, and release the
/// lease.
public struct LeaseID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The text of the UUID.
    public let rawValue: String

    /// Creates a random ID.
    public init() {
        rawValue = UUID().uuidString.lowercased()
    }

    /// Creates an ID from a UUID.
    ///
    /// - Parameter rawValue: The text of the UUID. Requests with any other text fail before they are sent.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The text of the UUID.
    public var description: String { rawValue }

    /// The reason why the text is not a lease ID, or `nil` if it is one.
    var validationError: String? {
        UUID(uuidString: rawValue) == nil ? "the lease ID must be a UUID, got \(rawValue)" : nil
    }
}
