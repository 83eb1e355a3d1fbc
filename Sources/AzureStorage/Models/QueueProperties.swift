/// What the service knows of a queue.
public struct QueueProperties: Sendable, Hashable {
    /// How many messages there are, those that nobody can get just now included; never less than there are, but
    /// perhaps more.
    public let approximateMessageCount: Int

    /// What is kept beside it.
    public let metadata: [String: String]
}
