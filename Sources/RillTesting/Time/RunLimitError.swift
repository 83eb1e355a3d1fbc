/// Reports that a test scheduler was run until idle and did not become idle.
public struct RunLimitError: Error, Hashable, CustomStringConvertible {
    /// The maximum number of pieces of work.
    public let limit: Int

    /// The maximum real time, if that was reached first; otherwise `nil`.
    public let realTimeLimit: Duration?

    /// The virtual time at which the scheduler stopped.
    public let now: Duration

    /// The number of pieces of work that were still pending.
    public let pendingCount: Int

    /// What happened, and what to do about it.
    public var description: String {
        if let realTimeLimit {
            return """
                the scheduler has run for more than \(realTimeLimit) of real time, is at \(now), and \(pendingCount) \
                more wait: something goes on without end; let it end (take, disposedAt:), or advance by a fixed time
                """
        }
        return """
            the scheduler has done \(limit) pieces of work, is at \(now), and \(pendingCount) more wait: something goes on \
            without end; let it end (take, disposedAt:), advance by a fixed time, or raise the limit
            """
    }
}
