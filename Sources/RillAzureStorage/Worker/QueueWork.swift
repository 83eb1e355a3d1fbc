internal import RillHTTP

/// The configuration of a worker, and its processing of messages.
struct QueueWork: Sendable {
    let client: QueueClient
    let queue: String
    let deadLetterQueue: String
    let visibilityTimeout: Duration
    let maxConcurrent: Int
    let maxAttempts: Int
    let polling: PollingInterval

    /// The user's handler.
    ///
    /// Its errors count as failed attempts.
    let handle: @Sendable (QueueMessage) throws -> Observable<MessageLease.Outcome>

    var scheduler: any Scheduler { client.client.scheduler }

    /// Processes a message.
    ///
    /// The observable emits one outcome and does not fail.
    func process(_ message: QueueMessage) -> Observable<MessageLease.Outcome> {
        guard message.dequeueCount <= maxAttempts else { return deadLetter(message, nil) }
        return .deferred { try handle(message) }
            .concat(.just(.delete(.handled(message))))
            .catch { error in
                if let error = error as? MessageReturnError {
                    return .just(.release(.returned(message, error.error)))
                }
                guard message.dequeueCount < maxAttempts else { return deadLetter(message, error) }
                return .just(.keep(.failed(message, error)))
            }
    }

    /// Adds a message to the dead-letter queue, which is created if it does not exist.
    private func deadLetter(_ message: QueueMessage, _ error: (any Error)?) -> Observable<MessageLease.Outcome> {
        let sending = client.send(raw: message.rawText, to: deadLetterQueue, timeToLive: .unlimited)
        return
            sending.catch(as: APIError.self) { failure in
                guard failure.azureStorage?.code == .queueNotFound else { throw failure }
                return client.createQueue(deadLetterQueue).flatMap { _ in sending }
            }
            .map { _ in .delete(.deadLettered(message, error)) }
            .catch { failure in
                let failure = DeadLetterError(queue: deadLetterQueue, handlerError: error, sendingError: failure)
                return .just(.keep(.failed(message, failure)))
            }
    }
}

extension APIError {
    /// Whether the error indicates that another client received or deleted the message.
    var meansLostMessage: Bool {
        status == .notFound || azureStorage?.code == .popReceiptMismatch
    }
}
