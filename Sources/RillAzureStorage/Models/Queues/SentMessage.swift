public import Foundation

/// The result of adding a message to a queue.
public struct SentMessage: Sendable, Hashable, Identifiable {
    /// The message ID.
    public let id: String

    /// The date when the message was added, with a precision of one second.
    public let insertedAt: Date

    /// The date when the service deletes the message, with a precision of one second, or `nil` if it does not expire.
    public let expiresAt: Date?

    /// The pop receipt, with which the sender can delete or update the message until it is received.
    public let popReceipt: PopReceipt

    /// The date when the message becomes visible, with a precision of one second.
    public let visibleAt: Date
}
