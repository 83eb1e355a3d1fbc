public import Rill

/// An error that indicates that the visibility timeout of a message expired before it was renewed or deleted.
public struct VisibilityTimeoutError: ErrorWrapper, Sendable, CustomStringConvertible {
    /// The error of the last renewal or deletion, or `nil` if there was no response.
    public let underlying: (any Error)?

    /// The failure and the last error.
    public var description: String {
        let text = "the visibility timeout of the message expired"
        return underlying.map { "\(text): \($0)" } ?? "\(text) without a response from the service"
    }
}
