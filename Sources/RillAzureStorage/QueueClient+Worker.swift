public import RillHTTP

extension QueueClient {
    /// Continuously receives the messages of a queue and processes them concurrently.
    ///
    ///     let work = queues.processMessages(in: "jobs") { message in
    ///         .task { try await resize(message.text) }
    ///     }
    ///     for try await event in work.values { print(event) }
    ///
    /// The handler is called on the client's scheduler for one message at a time. Up to `maxConcurrent` observables
    /// returned by the handler are subscribed concurrently. Their elements are ignored; their termination determines
    /// the outcome. During processing, the message is renewed whenever half of its visibility timeout has passed.
    ///
    ///     handler completes        the message is deleted                                        handled
    ///     handler fails            the message becomes visible after its visibility timeout      failed
    ///     maxAttempts is reached   the message is added to the dead-letter queue without an      deadLettered
    ///                              expiration, and deleted; the queue is created if needed
    ///     handler fails with a     the message is returned: it becomes visible immediately       returned
    ///     MessageReturnError
    ///     another client           the handler is disposed                                       lost
    ///     received the message
    ///
    /// ## Guarantees
    /// Each message is handled at least once. It can be handled more than once if a process stops before it has deleted
    /// a handled message, if the response to a renewal is lost, or if the network is unavailable for longer than the
    /// visibility timeout. Handlers must therefore be idempotent. A message can also be added to the dead-letter queue
    /// more than once. The order of messages is unspecified.
    ///
    /// Any number of processes can process the same queue. The service delivers a message to one of them at a time, and
    /// delivers it again when it is no longer renewed. The service counts attempts across all processes.
    ///
    /// ## Polling
    /// The worker sends one receive request at a time, for as many messages as it can process concurrently, and
    /// immediately requests more while messages arrive. If the queue is empty, the delay between requests grows, see
    /// ``PollingInterval``. If the service is unreachable after the client's retries, the worker emits
    /// ``WorkerEvent/unreachable(_:)`` and tries again after the same delay as for an empty queue.
    ///
    /// While the subscriber has paused the stream, no messages are received and no events are emitted. Messages in
    /// progress are still processed and renewed.
    ///
    /// ## Termination
    /// After the first element of `stop`, the worker receives no more messages, finishes the messages in progress, and
    /// completes the stream. Disposal stops the worker immediately; messages in progress become visible again after
    /// their visibility timeout. Otherwise, only an error terminates the stream.
    ///
    /// ## Errors
    /// `APIError` if the service rejects a receive request, for example with status 404 if the queue does not exist, or
    /// with status 403; with stage `request`, before the request is sent, if an argument is out of range. Messages in
    /// progress are abandoned, as on disposal. Errors of `stop` are forwarded. Errors from the handler are emitted as
    /// events.
    ///
    /// - Parameters:
    ///   - queue: The name of the queue.
    ///   - visibilityTimeout: The visibility timeout, 1 second to 7 days, rounded up to whole seconds. Messages of a
    ///     terminated process become visible after this time. Defaults to 30 seconds.
    ///   - maxConcurrent: The maximum number of messages processed concurrently. Must be at least 1. Defaults to 8.
    ///   - maxAttempts: The number of attempts before a message is added to the dead-letter queue. Must be at least 1.
    ///     Defaults to 5.
    ///   - deadLetterQueue: The name of the dead-letter queue. Defaults to `nil`, which appends `-poison` to the name of
    ///     the queue; the name of the queue is then limited to 56 characters.
    ///   - polling: The delays between receive requests for an empty queue.
    ///   - stop: The observable whose first element stops the worker. Completion without an element has no effect.
    ///     Defaults to never.
    ///   - handler: The closure that processes a message. If it throws an error, the attempt counts as failed.
    /// - Returns: A cold `Observable<WorkerEvent>` with back-pressure that emits an element for each message and for
    ///   each failure to reach the service.
    /// - Complexity: Keeps at most `maxConcurrent` messages in memory.
    public func processMessages<Output: Sendable>(
        in queue: String, visibilityTimeout: Duration = .seconds(30), maxConcurrent: Int = 8, maxAttempts: Int = 5,
        deadLetterQueue: String? = nil, polling: PollingInterval = PollingInterval(),
        until stop: Observable<Void> = .never(),
        _ handler: @escaping @Sendable (QueueMessage) throws -> Observable<Output>
    ) -> Observable<WorkerEvent> {
        let deadLetterQueue = deadLetterQueue ?? "\(queue)-poison"
        let seconds = visibilityTimeout.wholeSeconds(in: Self.timeouts)
        let invalidArgument: String? =
            switch () {
            case _ where seconds == nil:
                "visibilityTimeout must be between 1 and 604800 seconds, got \(visibilityTimeout)"
            case _ where maxConcurrent < 1: "maxConcurrent must be at least 1, got \(maxConcurrent)"
            case _ where maxAttempts < 1: "maxAttempts must be at least 1, got \(maxAttempts)"
            case _ where deadLetterQueue == queue: "deadLetterQueue must differ from the queue \(queue)"
            case _ where polling.validationError != nil: polling.validationError
            case _ where !Self.isQueueName(deadLetterQueue):
                "deadLetterQueue must have 3 to 63 lowercase letters, digits, and single hyphens, got \(deadLetterQueue)"
            default: nil
            }
        if let invalidArgument {
            let request = Operation<Void>(.get, "/\(queue)/messages")
            return .error(client.failure(of: request, TransportError(.invalidRequest, invalidArgument)))
        }
        let work = QueueWork(
            client: self, queue: queue, deadLetterQueue: deadLetterQueue, visibilityTimeout: .seconds(seconds ?? 0),
            maxConcurrent: maxConcurrent, maxAttempts: maxAttempts, polling: polling,
            handle: { try handler($0).ignoreElements(as: MessageLease.Outcome.self) })
        return .create { observer in
            let worker = QueueWorker(work, observer)
            worker.start(until: stop)
            return Disposable { worker.dispose() }
        }
    }

    /// Whether a string is a valid queue name.
    ///
    /// The dead-letter queue is created only when needed, so its name is validated in advance.
    private static func isQueueName(_ name: String) -> Bool {
        3...63 ~= name.utf8.count && name.wholeMatch(of: #/[a-z0-9]+(?:-[a-z0-9]+)*/#) != nil
    }
}
