public import Foundation

/// What the service says about a message that it has taken.
public struct SentMessage: Sendable, Hashable, Identifiable {
    /// The message's id.
    public let id: String

    /// When it was sent, in UTC, to the second.
    public let insertedAt: Date

    /// When the service deletes it, in UTC, to the second; nil for never.
    public let expiresAt: Date?

    /// With what the sender can delete or update it, until somebody receives it.
    public let popReceipt: PopReceipt

    /// When it can be received, in UTC, to the second.
    public let visibleAt: Date
}
