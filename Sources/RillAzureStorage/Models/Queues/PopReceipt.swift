/// A pop receipt, which authorizes updating and deleting a received message.
///
/// A pop receipt is opaque and becomes invalid when the message is received again or updated.
public struct PopReceipt: RawRepresentable, Sendable, Hashable, Decodable, CustomStringConvertible {
    /// The pop receipt sent by the service.
    public let rawValue: String

    /// Creates a pop receipt.
    ///
    /// - Parameter rawValue: The pop receipt sent by the service.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The pop receipt sent by the service.
    public var description: String { rawValue }
}
