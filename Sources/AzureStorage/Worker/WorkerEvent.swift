/// What has become of a message, or of an attempt to get some.
public enum WorkerEvent: Sendable {
    /// The handler has completed, and the message is deleted.
    case handled(QueueMessage)

    /// The handler has failed; the message comes back when its visibility timeout has run out.
    ///
    /// With a ``DeadLetterError`` if it should have gone to the dead-letter queue and could not: it comes back, too.
    case failed(QueueMessage, any Error)

    /// The message was moved to the dead-letter queue; with the handler's error if this was its last attempt, and nil if it
    /// came with all its attempts behind it.
    case deadLettered(QueueMessage, (any Error)?)

    /// The handler has returned the message to the queue with a ``MessageReturnError``, whose underlying error this is.
    ///
    /// Others can receive the message at once, or when its visibility timeout has passed if the service did not respond.
    case returned(QueueMessage, any Error)

    /// Somebody else has the message, or can get it: the handler, if it still worked, was disposed, and all of it will
    /// be done once more.
    ///
    /// With the service's `APIError`, or a ``VisibilityTimeoutError``.
    case lost(QueueMessage, any Error)

    /// The queue cannot be asked for messages for now; it is asked again later.
    case unreachable(any Error)

    /// Which message it is about; nil if it is about none.
    public var message: QueueMessage? {
        switch self {
        case .handled(let message), .failed(let message, _), .deadLettered(let message, _), .returned(let message, _),
            .lost(let message, _):
            message
        case .unreachable: nil
        }
    }
}

extension WorkerEvent: CustomStringConvertible {
    /// What has become of which message, and why; without its text: `failed cacf8b76-a2ee-4b80-bde7-5ab67b8cfa64: …`.
    public var description: String {
        switch self {
        case .handled(let message): "handled \(message.id)"
        case .failed(let message, let error): "failed \(message.id): \(error)"
        case .deadLettered(let message, nil): "dead-lettered \(message.id)"
        case .deadLettered(let message, let error?): "dead-lettered \(message.id): \(error)"
        case .returned(let message, let error): "returned \(message.id): \(error)"
        case .lost(let message, let error): "lost \(message.id): \(error)"
        case .unreachable(let error): "unreachable: \(error)"
        }
    }
}
