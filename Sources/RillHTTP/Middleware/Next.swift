public import Rill

/// What lies further in than a middleware: the other middleware, and at last the transport.
///
///     next(request, body)                     // goes on
///     next.attempt(2)(request, body)          // goes on, and says that it is the second time
///
/// It is a value that can be kept and called as often as one likes. What it returns is cold: each subscription is a new
/// exchange, and runs the middleware further in anew.
public struct Next: Sendable {
    /// Which try of the exchange this is, from one; a middleware that tries again counts it up.
    public let attempt: Int

    /// The middleware further in.
    private(set) var inner = InnerMiddleware()

    private let send: @Sendable (HTTPRequest, HTTPBody?, Int) -> Observable<TransportEvent>

    /// Makes what a middleware goes on with; a test of a middleware alone calls it with a closure that answers.
    ///
    /// - Parameters:
    ///   - attempt: Which try it is.
    ///   - send: Takes the request, its body, and which try it is.
    public init(
        attempt: Int = 1, _ send: @escaping @Sendable (HTTPRequest, HTTPBody?, Int) -> Observable<TransportEvent>
    ) {
        self.attempt = attempt
        self.send = send
    }

    /// The same way with another number of the try.
    ///
    /// - Parameter number: Which try it is, from one.
    /// - Returns: What to call.
    public func attempt(_ number: Int) -> Next { Next(attempt: number, inner: inner, send) }

    init(
        attempt: Int = 1, inner: InnerMiddleware,
        _ send: @escaping @Sendable (HTTPRequest, HTTPBody?, Int) -> Observable<TransportEvent>
    ) {
        self.attempt = attempt
        self.inner = inner
        self.send = send
    }

    /// Sends a request further in.
    ///
    /// - Parameters:
    ///   - request: The request as it goes on.
    ///   - body: The request's body.
    /// - Returns: A cold observable: one head, then chunks, then completed.
    public func callAsFunction(_ request: HTTPRequest, _ body: HTTPBody?) -> Observable<TransportEvent> {
        send(request, body, attempt)
    }
}
