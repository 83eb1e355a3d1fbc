/// The metadata and the approximate number of messages of a queue.
public struct QueueProperties: Sendable, Hashable {
    /// The approximate number of messages, including invisible ones.
    ///
    /// Never lower than the actual number, but can be higher.
    public let approximateMessageCount: Int

    /// The metadata of the queue.
    public let metadata: [String: String]
}
