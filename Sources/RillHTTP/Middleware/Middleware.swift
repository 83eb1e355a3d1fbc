public import Rill

/// Stands between a client and its transport: an operator over exchanges.
///
///     struct BearerToken: Middleware {
///         let token: String
///
///         func intercept(
///             _ request: HTTPRequest, body: HTTPBody?, next: Next
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
    /// Makes the exchange of one request; called again for each subscription.
    ///
    /// - Parameters:
    ///   - request: The request as the middleware further out has left it.
    ///   - body: The request's body.
    ///   - next: What lies further in.
    /// - Returns: One head, then chunks, then completed.
    /// - Throws: What should fail the exchange; nothing is sent then.
    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) throws -> Observable<TransportEvent>
}
