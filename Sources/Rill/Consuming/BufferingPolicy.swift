/// The capacity of the buffer for an asynchronous sequence, and the strategy for a full buffer.
///
/// The policy matters for sources that do not support back-pressure. Other sources are never ahead of the consumer.
public struct BufferingPolicy: Sendable, Hashable {
    /// The maximum number of buffered elements.
    public let bufferSize: Int

    /// The strategy for a full buffer.
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
