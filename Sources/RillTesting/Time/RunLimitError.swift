/// An error that reports that a test scheduler reached a limit before it became idle.
public struct RunLimitError: Error, Hashable, CustomStringConvertible {
    /// The maximum number of work items.
    public let limit: Int

    /// The maximum real time if that limit was reached first; otherwise `nil`.
    public let realTimeLimit: Duration?

    /// The virtual time at which the scheduler stopped.
    public let now: Duration

    /// The number of work items that were still pending.
    public let pendingCount: Int

    /// The limit that was reached, and possible fixes.
    public var description: String {
        if let realTimeLimit {
            return """
                TestScheduler.run stopped at \(now) after \(realTimeLimit) of real time (pending work items: \(pendingCount)): \
                a stream does not terminate. End it (take, disposedAt:), advance by a fixed time, or raise the limit
                """
        }
        return """
            TestScheduler.run stopped at \(now) after \(limit) work items (pending work items: \(pendingCount)): \
            a stream does not terminate. End it (take, disposedAt:), advance by a fixed time, or raise the limit
            """
    }
}
