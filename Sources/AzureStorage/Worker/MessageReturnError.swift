/// An error that a worker's handler throws to return its message to the queue without having handled it.
///
///     let stop = PublishSubject<Void>()
///     let work = queues.messages(in: "jobs", until: stop.asObservable()) { message in
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
/// Others can receive the message at once. It does not count as failed and is not dead-lettered, also in its last attempt.
/// The service counts the attempt nevertheless, in ``QueueMessage/dequeueCount``. Stop the worker as well unless another
/// worker can handle the message: otherwise this one may receive it again at once.
public struct MessageReturnError: Error, Sendable, CustomStringConvertible {
    /// Why the message is not handled.
    public let underlying: any Error

    /// Creates an error.
    ///
    /// - Parameter underlying: Why the message is not handled.
    public init(_ underlying: any Error) {
        self.underlying = underlying
    }

    /// The description of the underlying error.
    public var description: String { "\(underlying)" }
}
