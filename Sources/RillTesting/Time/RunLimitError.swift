/// Says that a test scheduler was run until idle, and would never have become idle.
public struct RunLimitError: Error, Hashable, CustomStringConvertible {
    /// How many pieces of work were allowed, and done.
    public let limit: Int

    /// The virtual time at which the scheduler stopped.
    public let now: Duration

    /// How many pieces of work were still waiting.
    public let pendingCount: Int

    /// What happened, and what to do about it.
    public var description: String {
        """
        the scheduler has done \(limit) pieces of work, is at \(now), and \(pendingCount) more wait: something goes on \
        without end; let it end (take, disposedAt:), advance by a fixed time, or raise the limit
        """
    }
}
