/// An error that describes why a message could not be added to the dead-letter queue.
public struct DeadLetterError: Error, Sendable, CustomStringConvertible {
    /// The name of the dead-letter queue.
    public let queue: String

    /// The error that occurred when the message was added to the dead-letter queue.
    public let underlying: any Error

    /// The handler's error in the last attempt, or `nil` if the message had already reached the maximum number of
    /// attempts.
    public let handlerError: (any Error)?

    /// The errors and the name of the dead-letter queue.
    public var description: String {
        let text = "cannot add the message to the dead-letter queue \(queue): \(underlying)"
        return handlerError.map { "\(text); handler error: \($0)" } ?? text
    }
}
