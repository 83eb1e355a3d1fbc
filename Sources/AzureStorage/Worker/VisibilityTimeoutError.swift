/// Says that nobody keeps others from getting a message any more: its visibility timeout has run out.
public struct VisibilityTimeoutError: Error, Sendable, CustomStringConvertible {
    /// Why the message could not be renewed, or not deleted, when that was tried last; nil if there was no answer.
    public let underlying: (any Error)?

    /// That it has run out, and the last error.
    public var description: String {
        let text = "the message's visibility timeout has run out"
        return underlying.map { "\(text): \($0)" } ?? "\(text) while the service did not answer"
    }
}
