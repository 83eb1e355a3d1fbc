public import Foundation

/// A message that was received: nobody else gets it until ``visibleAt``.
public struct QueueMessage: Sendable, Hashable, Identifiable {
    /// The message's id; it stays the same for as long as the message is in its queue.
    public let id: String

    /// What was sent, as the client's codec reads it.
    public var text: String

    /// What was sent, as it lies in the queue.
    public var rawText: String

    /// When it was sent, in UTC, to the second.
    public let insertedAt: Date

    /// When the service deletes it, in UTC, to the second; nil for never.
    public let expiresAt: Date?

    /// What proves that one has it; good until somebody receives or updates it.
    public var popReceipt: PopReceipt

    /// When others can get it again, in UTC, to the second.
    public var visibleAt: Date

    /// How many times it has been received, this time included.
    public let dequeueCount: Int

    /// Creates a message, for tests of what takes messages.
    ///
    /// - Parameters:
    ///   - id: The message's id.
    ///   - text: What was sent.
    ///   - rawText: What was sent, as it lies in the queue; nil for the text itself.
    ///   - insertedAt: When it was sent.
    ///   - expiresAt: When the service deletes it; nil for never.
    ///   - popReceipt: What proves that one has it.
    ///   - visibleAt: When others can get it again.
    ///   - dequeueCount: How many times it has been received.
    public init(
        id: String, text: String, rawText: String? = nil, insertedAt: Date, expiresAt: Date? = nil,
        popReceipt: PopReceipt, visibleAt: Date, dequeueCount: Int = 1
    ) {
        self.id = id
        self.text = text
        self.rawText = rawText ?? text
        self.insertedAt = insertedAt
        self.expiresAt = expiresAt
        self.popReceipt = popReceipt
        self.visibleAt = visibleAt
        self.dequeueCount = dequeueCount
    }

    /// What was sent, if it was bytes, or text in Base64; nil if it is no Base64.
    public var data: Data? { MessageCodec.data(rawText) }
}
