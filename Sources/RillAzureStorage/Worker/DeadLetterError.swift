public import Rill
internal import RillSystem

/// An error that describes why a message could not be added to the dead-letter queue.
public struct DeadLetterError: ErrorWrapper, Sendable, CustomStringConvertible {
    /// The name of the dead-letter queue.
    public let queue: String

    /// The error that occurred when the message was added to the dead-letter queue.
    public var underlying: (any Error)? { sendingError }

    /// The handler's error in the last attempt, or `nil` if the message had already reached the maximum number of
    /// attempts.
    public let handlerError: (any Error)?

    let sendingError: any Error

    /// The errors and the name of the dead-letter queue.
    public var description: String {
        let text = "cannot add the message to the dead-letter queue \(queue): \(sendingError)"
        return handlerError.map { "\(text); handler error: \(SystemFailure.text($0))" } ?? text
    }
}
