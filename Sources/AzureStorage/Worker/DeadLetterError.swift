/// Why a message is not in the dead-letter queue, where it should be.
public struct DeadLetterError: Error, Sendable, CustomStringConvertible {
    /// The name of the dead-letter queue.
    public let queue: String

    /// Why the message could not be put there.
    public let underlying: any Error

    /// Why the handler has failed in the last attempt; nil if the message came with all its attempts behind it.
    public let handlerError: (any Error)?

    /// All of it.
    public var description: String {
        let text = "the message could not be put into \(queue): \(underlying)"
        return handlerError.map { "\(text); the handler had failed: \($0)" } ?? text
    }
}
