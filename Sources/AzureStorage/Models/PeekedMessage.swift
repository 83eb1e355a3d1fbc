public import Foundation

/// A message that was looked at and stays where it is.
public struct PeekedMessage: Sendable, Hashable, Identifiable {
    /// The message's id.
    public let id: String

    /// What was sent, as the client's codec reads it.
    public let text: String

    /// What was sent, as it lies in the queue.
    public let rawText: String

    /// When it was sent, in UTC, to the second.
    public let insertedAt: Date

    /// When the service deletes it, in UTC, to the second; nil for never.
    public let expiresAt: Date?

    /// How many times it has been received.
    public let dequeueCount: Int

    /// What was sent, if it was bytes, or text in Base64; nil if it is no Base64.
    public var data: Data? { MessageCodec.data(rawText) }
}
