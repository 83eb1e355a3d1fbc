/// How long a message stays in its queue if nobody deletes it.
public enum MessageLifetime: Sendable, Hashable {
    /// Seven days.
    case standard

    /// As long as said, in whole seconds, one or more; fractions are rounded up.
    case limited(to: Duration)

    /// For ever.
    case unlimited
}
