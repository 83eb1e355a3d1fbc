internal import Rill
internal import RillHTTP

/// What is done with the messages of a queue, and by which requests.
struct QueueWork: Sendable {
    let client: QueueClient
    let queue: String
    let deadLetterQueue: String
    let visibilityTimeout: Duration
    let maxConcurrent: Int
    let maxAttempts: Int
    let polling: PollingInterval

    /// The user's part; an error means that it is to be tried again.
    let handle: @Sendable (QueueMessage) throws -> Observable<MessageLease.Verdict>

    var scheduler: any Scheduler { client.client.scheduler }

    func fetch(_ count: Int) -> Observable<[QueueMessage]> {
        client.receive(from: queue, count: count, visibilityTimeout: visibilityTimeout)
    }

    func renew(_ id: QueueMessage.ID, _ receipt: PopReceipt) -> Observable<PopReceipt> {
        client.renew(id: id, popReceipt: receipt, in: queue, visibleAfter: visibilityTimeout)
    }

    func delete(_ id: QueueMessage.ID, _ receipt: PopReceipt) -> Observable<Void> {
        client.delete(id: id, popReceipt: receipt, from: queue)
    }

    /// Makes a message visible to all receivers at once.
    func returnMessage(_ id: QueueMessage.ID, _ receipt: PopReceipt) -> Observable<PopReceipt> {
        client.renew(id: id, popReceipt: receipt, in: queue, visibleAfter: .zero)
    }

    /// Works on a message: exactly one value, and no error.
    func judge(_ message: QueueMessage) -> Observable<MessageLease.Verdict> {
        guard message.dequeueCount <= maxAttempts else { return bury(message, nil) }
        return .deferred { try handle(message) }
            .concat(.just(.delete(.handled(message))))
            .catch { error in
                if let error = error as? MessageReturnError {
                    return .just(.putBack(.returned(message, error.underlying)))
                }
                guard message.dequeueCount < maxAttempts else { return bury(message, error) }
                return .just(.leave(.failed(message, error)))
            }
    }

    /// Puts a message into the dead-letter queue, which is made if it is not there.
    private func bury(_ message: QueueMessage, _ error: (any Error)?) -> Observable<MessageLease.Verdict> {
        let sending = client.send(raw: message.rawText, to: deadLetterQueue, timeToLive: .unlimited)
        return
            sending.catch(as: APIError.self) { failure in
                guard failure.azureStorage?.code == .queueNotFound else { throw failure }
                return client.createQueue(deadLetterQueue).flatMap { _ in sending }
            }
            .map { _ in .delete(.deadLettered(message, error)) }
            .catch { failure in
                let failure = DeadLetterError(queue: deadLetterQueue, underlying: failure, handlerError: error)
                return .just(.leave(.failed(message, failure)))
            }
    }
}

extension APIError {
    /// Whether it says of a message that somebody else has it, or that it is gone.
    var meansLostMessage: Bool {
        status == .notFound || azureStorage?.code == .popReceiptMismatch
    }
}
