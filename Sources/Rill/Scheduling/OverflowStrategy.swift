/// The strategy to use when the buffer is full and the source does not support back-pressure.
public enum OverflowStrategy: Sendable, Hashable {
    /// Fails with ``StreamError/Code/bufferOverflow``.
    case fail

    /// Drops the oldest element in the buffer.
    case dropOldest

    /// Drops the incoming element.
    case dropNewest
}
