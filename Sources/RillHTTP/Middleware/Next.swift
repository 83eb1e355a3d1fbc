public import RillHTTPTypes

/// The rest of the chain as seen by a middleware: the inner middleware and the transport.
///
///     next(request, body)                     // passes the request on
///     next.attempt(2)(request, body)          // passes the request on as the second attempt
///
/// A middleware can keep the value and call it any number of times. The returned observable is cold: each subscription
/// starts a new exchange and runs the inner middleware again.
public struct Next: Sendable {
    /// The number of the attempt, starting at 1.
    ///
    /// A middleware that retries increments it.
    public let attempt: Int

    /// The values set by the subscriber with `context(_:_:)`, such as a request ID.
    public let context: StreamContext

    /// The call to which the request belongs.
    public let call: Call

    private let send: @Sendable (HTTPRequest, HTTPBody?, Int) -> Observable<TransportEvent>

    /// Creates a chain from a closure.
    ///
    /// Use this initializer to test a middleware in isolation.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt. Defaults to 1.
    ///   - context: The values set by the subscriber. Defaults to none.
    ///   - scheduler: The scheduler of the client.
    ///   - send: A closure that receives the request, the body and the number of the attempt, and returns the response.
    public init(
        attempt: Int = 1, context: StreamContext = StreamContext(),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        _ send: @escaping @Sendable (HTTPRequest, HTTPBody?, Int) -> Observable<TransportEvent>
    ) {
        let call = Call(scheduler: scheduler)
        self.init(attempt: attempt, context: context, call: call) { request, body, attempt in
            call.noteSent(request)
            let events = send(request, body, attempt)
            return .withContext { context in
                context.onSending?()
                return events
            }
        }
    }

    /// Returns the same chain for another attempt.
    ///
    /// - Parameter number: The number of the attempt, starting at 1.
    /// - Returns: The chain.
    public func attempt(_ number: Int) -> Next { attempt(number, in: context) }

    /// Returns the same chain with its events transformed.
    ///
    /// - Parameter transform: A closure that receives the events of each exchange and returns the changed events.
    /// - Returns: The chain.
    public func transformingEvents(
        _ transform: @escaping @Sendable (Observable<TransportEvent>) -> Observable<TransportEvent>
    ) -> Next {
        Next(attempt: attempt, context: context, call: call) { [send] request, body, attempt in
            transform(send(request, body, attempt))
        }
    }

    /// Returns the same chain for another attempt with the context of a subscription.
    func attempt(_ number: Int, in context: StreamContext) -> Next {
        Next(attempt: number, context: context, call: call, send)
    }

    init(
        attempt: Int = 1, context: StreamContext = StreamContext(), call: Call,
        _ send: @escaping @Sendable (HTTPRequest, HTTPBody?, Int) -> Observable<TransportEvent>
    ) {
        self.attempt = attempt
        self.context = context
        self.call = call
        self.send = send
    }

    /// Sends a request through the inner middleware and the transport.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    /// - Returns: A cold observable that emits one head and the chunks, and completes.
    public func callAsFunction(_ request: HTTPRequest, _ body: HTTPBody?) -> Observable<TransportEvent> {
        send(call.marked(request), body, attempt)
    }
}
