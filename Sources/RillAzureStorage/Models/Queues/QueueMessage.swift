public import Foundation

/// A received message, which is invisible to other clients until ``visibleAt``.
public struct QueueMessage: Sendable, Hashable, Identifiable {
    /// The message ID, which does not change while the message is in its queue.
    public let id: String

    /// The message text, decoded with the client's codec.
    public var text: String

    /// The encoded message text.
    public var rawText: String

    /// The date when the message was added, with a precision of one second.
    public let insertedAt: Date

    /// The date when the service deletes the message, with a precision of one second, or `nil` if it does not expire.
    public let expiresAt: Date?

    /// The pop receipt, valid until the message is received again or updated.
    public var popReceipt: PopReceipt

    /// The date when the message becomes visible again, with a precision of one second.
    public var visibleAt: Date

    /// The number of times the message has been received, including this time.
    public let dequeueCount: Int

    /// Creates a message, for tests of message handlers.
    ///
    /// - Parameters:
    ///   - id: The message ID.
    ///   - text: The message text.
    ///   - rawText: The encoded message text. Defaults to `nil`, which means `text`.
    ///   - insertedAt: The date when the message was added.
    ///   - expiresAt: The date when the service deletes the message. Defaults to `nil`, which means never.
    ///   - popReceipt: The pop receipt.
    ///   - visibleAt: The date when the message becomes visible again.
    ///   - dequeueCount: The number of times the message has been received. Defaults to 1.
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

    /// The Base64-decoded message data, or `nil` if the message is not Base64.
    public var data: Data? { MessageCodec.data(rawText) }
}
