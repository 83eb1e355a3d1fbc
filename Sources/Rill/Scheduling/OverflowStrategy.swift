/// What a bounded buffer does when it is full and its source cannot park.
public enum OverflowStrategy: Sendable, Hashable {
    /// Ends the stream with ``StreamError/Code/bufferOverflow``, so that nothing is lost unnoticed.
    case fail

    /// Drops the value that has waited longest.
    case dropOldest

    /// Drops the value that comes.
    case dropNewest
}
