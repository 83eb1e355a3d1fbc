public import Rill

/// Stands between a client and its transport: an operator over exchanges.
///
///     struct BearerToken: Middleware {
///         let token: String
///
///         func intercept(
///             _ request: HTTPRequest, body: HTTPBody?, next: @escaping Next
///         ) -> Observable<TransportEvent> {
///             var request = request
///             request.headerFields[.authorization] = "Bearer \(token)"
///             return next(request, body)
///         }
///     }
///
/// It may change the request, answer by itself, ask several times, or put operators on what comes back. To look at the
/// head and then go another way, use `catchHead(_:)`.
public protocol Middleware: Sendable {
    /// Sends what lies further in: the other middleware, and at last the transport.
    ///
    /// It is cold: each subscription is a new exchange, and runs the middleware further in anew.
    typealias Next = @Sendable (HTTPRequest, HTTPBody?) -> Observable<TransportEvent>

    /// Makes the exchange of one request; called again for each subscription.
    ///
    /// - Parameters:
    ///   - request: The request as the middleware further out has left it.
    ///   - body: The request's body.
    ///   - next: What lies further in.
    /// - Returns: One head, then chunks, then completed.
    /// - Throws: What should fail the exchange; nothing is sent then.
    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: @escaping Next
    ) throws -> Observable<TransportEvent>
}
