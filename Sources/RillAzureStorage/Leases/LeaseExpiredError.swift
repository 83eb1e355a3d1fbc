public import Rill

/// An error that indicates that a held lease expired before it was renewed.
public struct LeaseExpiredError: ErrorWrapper, Sendable, CustomStringConvertible {
    /// The last error of a renewal, or `nil` if all renewals timed out.
    public let underlying: (any Error)?

    let resource: LeaseResource

    /// The resource, the last error, and the remedy.
    public var description: String {
        let reason = underlying.map { "\($0)" } ?? "no response from the service"
        return "the lease of \(resource.name) expired: \(reason). Stop writing to it, and acquire a new lease"
    }
}
