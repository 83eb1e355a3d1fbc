public import Rill
internal import RillSystem

/// An error with which a worker's handler returns a message to the queue immediately.
///
///     let stop = PublishSubject<Void>()
///     let work = queues.processMessages(in: "jobs", until: stop.asObservable()) { message in
///         .deferred {
///             do {
///                 return .just(try append(message.text, to: file))
///             } catch let error as DiskFullError {
///                 stop.onNext(())
///                 throw MessageReturnError(error)
///             }
///         }
///     }
///
/// The message becomes visible immediately and stays in its queue. Stop the worker as well unless another worker can
/// handle the message, because this one may otherwise receive it again immediately.
///
/// The service counts the attempt in ``QueueMessage/dequeueCount``, which clients cannot decrease. A worker therefore
/// cannot distinguish earlier returns from failures: a message that is returned in its last attempt is added to the
/// dead-letter queue when it is received again, without a call of the handler. If messages can be returned, choose a
/// larger `maxAttempts`.
public struct MessageReturnError: ErrorWrapper, Sendable, CustomStringConvertible {
    /// The reason for returning the message.
    public var underlying: (any Error)? { error }

    let error: any Error

    /// Creates an error.
    ///
    /// - Parameter underlying: The reason for returning the message.
    public init(_ underlying: any Error) {
        error = underlying
    }

    /// The description of the underlying error.
    public var description: String { SystemFailure.text(error) }
}
