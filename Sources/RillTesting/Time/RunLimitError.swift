/// An error that a test scheduler throws when it reaches a limit before it is idle.
public struct RunLimitError: Error, Hashable, CustomStringConvertible {
    /// The maximum number of work items.
    public let limit: Int

    /// The maximum CPU time, if that limit was reached; otherwise, `nil`.
    public let cpuTimeLimit: Duration?

    /// The virtual time at which the scheduler stopped.
    public let now: Duration

    /// The number of work items that were still pending.
    public let pendingCount: Int

    /// A description of the limit that was reached, with possible fixes.
    public var description: String {
        """
        TestScheduler.run \(reason): a stream does not terminate or schedules too much work. End it (take, \
        disposedAt:), advance by a fixed time, or raise the limit
        """
    }

    /// A description of the limit that was reached and the virtual time: `stopped at 3.0 seconds after 10 work items`.
    var reason: String {
        let reached = cpuTimeLimit.map { "\($0) of CPU time" } ?? "\(limit) work items"
        return "stopped at \(now) after \(reached) (pending work items: \(pendingCount))"
    }
}
