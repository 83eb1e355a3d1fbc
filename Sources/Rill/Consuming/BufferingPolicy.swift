/// How many values may wait for a reader who does not ask, and what to do with more.
///
/// It concerns sources that cannot park: one that can is not a value ahead of its reader.
public struct BufferingPolicy: Sendable, Hashable {
    /// How many values may wait.
    public let bufferSize: Int

    /// What to do with more.
    public let onOverflow: OverflowStrategy

    private init(_ bufferSize: Int, _ onOverflow: OverflowStrategy) {
        precondition(bufferSize > 0, "a buffer needs room for one or more values, got \(bufferSize)")
        self.bufferSize = bufferSize
        self.onOverflow = onOverflow
    }

    /// Keeps values, and fails with ``StreamError/Code/bufferOverflow`` when there are too many.
    ///
    /// - Parameter bufferSize: How many values may wait, one or more.
    /// - Returns: The policy.
    public static func failing(beyond bufferSize: Int) -> BufferingPolicy {
        BufferingPolicy(bufferSize, .fail)
    }

    /// Keeps the values that came first, and drops those that find no room.
    ///
    /// - Parameter bufferSize: How many values may wait, one or more.
    /// - Returns: The policy.
    public static func bufferingOldest(_ bufferSize: Int) -> BufferingPolicy {
        BufferingPolicy(bufferSize, .dropNewest)
    }

    /// Keeps the values that came last, and drops those that have waited longest.
    ///
    /// - Parameter bufferSize: How many values may wait, one or more.
    /// - Returns: The policy.
    public static func bufferingNewest(_ bufferSize: Int) -> BufferingPolicy {
        BufferingPolicy(bufferSize, .dropOldest)
    }
}
