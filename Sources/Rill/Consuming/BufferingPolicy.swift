/// The capacity of the buffer of an asynchronous sequence, and the strategy to use when the buffer is full.
///
/// The policy applies only to sources that do not support back-pressure, because other sources are never ahead of the
/// consumer.
public struct BufferingPolicy: Sendable, Hashable {
    /// The maximum number of buffered elements.
    public let bufferSize: Int

    /// The strategy to use when the buffer is full.
    public let onOverflow: OverflowStrategy

    private init(_ bufferSize: Int, _ onOverflow: OverflowStrategy) {
        precondition(bufferSize > 0, "BufferingPolicy: bufferSize must be at least 1, got \(bufferSize)")
        self.bufferSize = bufferSize
        self.onOverflow = onOverflow
    }

    /// Returns a policy that fails with ``StreamError/Code/bufferOverflow`` when the buffer is full.
    ///
    /// - Parameter bufferSize: The maximum number of buffered elements. Must be at least 1.
    public static func failing(beyond bufferSize: Int) -> BufferingPolicy {
        BufferingPolicy(bufferSize, .fail)
    }

    /// Returns a policy that keeps the oldest elements and drops incoming elements when the buffer is full.
    ///
    /// - Parameter bufferSize: The maximum number of buffered elements. Must be at least 1.
    public static func bufferingOldest(_ bufferSize: Int) -> BufferingPolicy {
        BufferingPolicy(bufferSize, .dropNewest)
    }

    /// Returns a policy that keeps the newest elements and drops the oldest element when the buffer is full.
    ///
    /// - Parameter bufferSize: The maximum number of buffered elements. Must be at least 1.
    public static func bufferingNewest(_ bufferSize: Int) -> BufferingPolicy {
        BufferingPolicy(bufferSize, .dropOldest)
    }
}
