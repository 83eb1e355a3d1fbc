internal import RillSystem

/// An event of a worker: the outcome of a message, or a failure to reach the service.
public enum WorkerEvent: Sendable {
    /// The handler completed, and the message was deleted.
    case handled(QueueMessage)

    /// The handler failed. The message becomes visible after its visibility timeout.
    ///
    /// The error is a ``DeadLetterError`` if the message could not be added to the dead-letter queue.
    case failed(QueueMessage, any Error)

    /// The message was moved to the dead-letter queue.
    ///
    /// The error is the handler's error in the last attempt, or `nil` if the message had already reached the maximum
    /// number of attempts when it was received, for example because it was returned in its last attempt.
    case deadLettered(QueueMessage, (any Error)?)

    /// The handler returned the message to the queue by throwing a ``MessageReturnError``.
    ///
    /// The error is the underlying error of the ``MessageReturnError``. The message becomes visible immediately, or
    /// after its visibility timeout if the service did not respond.
    case returned(QueueMessage, any Error)

    /// The lease was lost: another client received the message or can receive it. The handler was disposed if it was
    /// still running, and the message will be handled again.
    ///
    /// The error is the `APIError` of the service, or a ``VisibilityTimeoutError``.
    case lost(QueueMessage, any Error)

    /// The service is unreachable. The worker retries later.
    case unreachable(any Error)

    /// The message of the event, or `nil` if there is none.
    public var message: QueueMessage? { parts.message }

    private var parts: (kind: String, message: QueueMessage?, error: (any Error)?) {
        switch self {
        case .handled(let message): ("handled", message, nil)
        case .failed(let message, let error): ("failed", message, error)
        case .deadLettered(let message, let error): ("dead-lettered", message, error)
        case .returned(let message, let error): ("returned", message, error)
        case .lost(let message, let error): ("lost", message, error)
        case .unreachable(let error): ("unreachable", nil, error)
        }
    }
}

extension WorkerEvent: CustomStringConvertible {
    /// The kind of the event, the message ID, and the error, without the message text:
    /// `failed cacf8b76-a2ee-4b80-bde7-5ab67b8cfa64: …`.
    public var description: String {
        let (kind, message, error) = parts
        let subject = message.map { "\(kind) \($0.id)" } ?? kind
        return error.map { "\(subject): \(SystemFailure.text($0))" } ?? subject
    }
}
