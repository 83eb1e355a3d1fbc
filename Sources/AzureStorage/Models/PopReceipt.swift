/// What proves to a queue that one has a message: opaque, and replaced each time the message is received or updated.
public struct PopReceipt: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The receipt as the service writes it.
    public let rawValue: String

    /// Creates a receipt.
    ///
    /// - Parameter rawValue: The receipt as the service writes it.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The receipt as the service writes it.
    public var description: String { rawValue }
}

extension PopReceipt: Decodable {}
