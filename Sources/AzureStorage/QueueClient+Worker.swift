public import Rill
internal import RillHTTP

extension QueueClient {
    /// Works on the messages of a queue as they come, several at a time, without end.
    ///
    ///     let work = queues.messages(in: "jobs") { message in
    ///         .task { try await resize(message.text) }
    ///     }
    ///     for try await event in work.values { print(event) }
    ///
    /// The handler is called on the client's scheduler with one message after the other, for at most `maxConcurrent` at a
    /// time; what it returns is subscribed to, its values count for nothing, its end says how it went. Meanwhile the message
    /// is renewed whenever half of its visibility timeout has passed, so that nobody else gets it, however long it takes.
    ///
    ///     handler completes        the message is deleted                                    handled
    ///     handler fails            the message comes back when its timeout has run out       failed
    ///     it fails for the last    the message is put into the dead-letter queue as it is,   deadLettered
    ///     time, or the message     for ever, and deleted; the queue is made if it is
    ///     has come too often       not there
    ///     it fails with a          the message is returned: others can receive it at once    returned
    ///     MessageReturnError
    ///     somebody else has it     the handler is disposed                                   lost
    ///
    /// ## What is guaranteed
    /// Each message is handled at least once and, now and then, more than once: when a machine stops before it has deleted
    /// what it has handled, when the answer to a renewal is lost, when the network is gone for longer than the timeout. So a
    /// handler has to bear the same message again, and not every message reaches the dead-letter queue only once. Messages
    /// come in no certain order.
    ///
    /// Any number of processes may work on one queue: the service gives a message to one of them at a time, and to another
    /// when the one does not renew it any more. Attempts are counted by the service and over all of them.
    ///
    /// ## How the queue is asked
    /// By one request at a time, for as many messages as there are places free, at once again while messages come. Of an
    /// empty queue it is asked less and less often, see ``PollingInterval``. If the service cannot be reached, also after the
    /// client's own attempts, there is an ``WorkerEvent/unreachable(_:)``, and it is asked again later, as of an empty queue.
    ///
    /// While the subscriber is paused no messages are fetched, and nothing is told; what is being worked on goes on, and is
    /// renewed.
    ///
    /// ## How it ends
    /// By the first value of `stop`: nothing is fetched any more, what is being worked on, or on its way, is finished, and
    /// the stream completes. By disposal: all stops at once and in silence, and the messages that were being worked on come
    /// back when their timeouts have run out. Nothing else ends it but an error.
    ///
    /// ## Errors
    /// `APIError`: if the service refuses to give messages: with status 404 if there is no such queue, or 403; at the stage
    /// `request` and before anything is sent if an argument is out of its range. What is being worked on is given up, as by
    /// disposal. The error of `stop`. The handler's errors are elements.
    ///
    /// - Parameters:
    ///   - queue: The name of the queue.
    ///   - visibilityTimeout: For how long nobody else gets a message that is not renewed, one second to seven days; rounded
    ///     up to whole seconds. The longer, the later comes back what a machine that has stopped had.
    ///   - maxConcurrent: How many messages are worked on at a time, one or more.
    ///   - maxAttempts: How many times a message is handled before it goes to the dead-letter queue, one or more.
    ///   - deadLetterQueue: The name of another queue; nil for the name of this one with `-poison` behind it, which that of
    ///     this one has to leave room for: 56 characters are the most.
    ///   - polling: How long to wait before an empty queue is asked again.
    ///   - stop: Whose first value says that it is enough; if it completes without one, that changes nothing.
    ///   - handler: Works on a message. What it throws counts as the failure of what it would have returned.
    /// - Returns: A cold `Observable<WorkerEvent>` that parks: one element for each message, and for each time that the
    ///   service could not be reached.
    /// - Complexity: `maxConcurrent` messages in memory.
    public func messages<Output: Sendable>(
        in queue: String, visibilityTimeout: Duration = .seconds(30), maxConcurrent: Int = 8, maxAttempts: Int = 5,
        deadLetterQueue: String? = nil, polling: PollingInterval = PollingInterval(),
        until stop: Observable<Void> = .never(),
        _ handler: @escaping @Sendable (QueueMessage) throws -> Observable<Output>
    ) -> Observable<WorkerEvent> {
        let deadLetterQueue = deadLetterQueue ?? "\(queue)-poison"
        let seconds = visibilityTimeout.wholeSeconds(in: Self.timeouts)
        let flaw: String? =
            switch () {
            case _ where seconds == nil:
                "visibilityTimeout has to be from 1 to 604800 seconds, not \(visibilityTimeout)"
            case _ where maxConcurrent < 1: "maxConcurrent has to be 1 or more, not \(maxConcurrent)"
            case _ where maxAttempts < 1: "maxAttempts has to be 1 or more, not \(maxAttempts)"
            case _ where deadLetterQueue == queue: "deadLetterQueue has to be another queue than \(queue)"
            case _ where polling.flaw != nil: polling.flaw
            case _ where !Self.isQueueName(deadLetterQueue):
                "deadLetterQueue has to have 3 to 63 small letters, digits and single hyphens, not \(deadLetterQueue)"
            default: nil
            }
        if let flaw {
            let request = Operation<Void>(.get, "/\(queue)/messages")
            return .error(client.failure(of: request, TransportError(.invalidRequest, flaw)))
        }
        let work = QueueWork(
            client: self, queue: queue, deadLetterQueue: deadLetterQueue, visibilityTimeout: .seconds(seconds ?? 0),
            maxConcurrent: maxConcurrent, maxAttempts: maxAttempts, polling: polling,
            handle: { try handler($0).ignoreElements(as: MessageLease.Verdict.self) })
        return .create { observer in
            let worker = QueueWorker(work, observer)
            worker.start(until: stop)
            return Disposable { worker.dispose() }
        }
    }

    /// Whether a queue can have the name: a queue that is made only when the first message goes there is looked at before.
    private static func isQueueName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return 3...63 ~= name.utf8.count
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }
            }
    }
}
