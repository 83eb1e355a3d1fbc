/// The lifetime of a message, after which the service deletes it.
public enum MessageLifetime: Sendable, Hashable {
    /// The service's default of seven days.
    case standard

    /// A lifetime of at least one second, rounded up to whole seconds.
    case limited(to: Duration)

    /// No expiration.
    case unlimited
}
