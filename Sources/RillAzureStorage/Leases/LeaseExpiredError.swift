/// An error that indicates that a held lease expired before it was renewed.
public struct LeaseExpiredError: Error, Sendable, CustomStringConvertible {
    /// The error of the last renewal, or `nil` if there was no response.
    public let underlying: (any Error)?

    /// The failure and the last error.
    public var description: String {
        let text = "the lease expired"
        return underlying.map { "\(text): \($0)" } ?? "\(text) without a response from the service"
    }
}
