/// The duration of a lease.
public enum LeaseDuration: Sendable, Hashable {
    /// A duration of 15 to 60 seconds, rounded up to whole seconds.
    case limited(to: Duration)

    /// No expiration: the lease must be released or broken.
    case infinite
}
