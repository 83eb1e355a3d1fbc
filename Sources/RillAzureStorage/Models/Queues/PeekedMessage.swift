public import Foundation

/// A message returned by a peek operation, which does not change its visibility.
public struct PeekedMessage: Sendable, Hashable, Identifiable {
    /// The message ID.
    public let id: String

    /// The message text, decoded with the client's codec.
    public let text: String

    /// The encoded message text.
    public let rawText: String

    /// The date when the message was added, with a precision of one second.
    public let insertedAt: Date

    /// The date when the service deletes the message, with a precision of one second, or `nil` if it does not expire.
    public let expiresAt: Date?

    /// The number of times the message has been received.
    public let dequeueCount: Int

    /// The Base64-decoded message data, or `nil` if the message is not Base64.
    public var data: Data? { MessageCodec.data(rawText) }
}
