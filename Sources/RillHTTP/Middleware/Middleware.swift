public import RillHTTPTypes

/// A type that intercepts requests between a client and its transport.
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
/// A middleware can change the request, return a response of its own, send several requests, or apply operators to the
/// response. To inspect the response head and then switch to another exchange, use `interceptHead(_:)`.
public protocol Middleware: Sendable {
    /// Performs the exchange for one request. Called for each subscription.
    ///
    /// - Parameters:
    ///   - request: The request, including any changes by the outer middleware.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: An observable that emits one head and the chunks, and completes.
    /// - Throws: An error that fails the exchange. In this case, nothing is sent.
    func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent>
}
