public import Foundation
public import RillHTTPTypes

/// A middleware that adds an `Idempotency-Key` header field to requests, so that they can be retried.
///
///     let client = Client(baseURL: base, middleware: [IdempotencyKeys(), Retry()])
///
/// A server that supports the header field processes a request only once. It responds to a retry with the response to
/// the first attempt, or with 409 while it is still processing that attempt. ``Retry`` retries requests with a key even
/// if the method is not idempotent; `Hedging` does not hedge them by default. Use this middleware only with servers
/// that support the header field.
///
/// A key is generated for each exchange and used for all of its attempts. Place this middleware outside of ``Retry``,
/// `Hedging`, ``FollowRedirects`` and ``Authentication``, which means before them in the client's list. A request
/// that already has the header field is not changed. A redirect to another origin removes the key, unless
/// ``FollowRedirects/crossOriginFields`` contains its name.
///
/// Each subscription is a separate exchange. If you use the operator `retry` instead of the middleware, a new key is
/// generated for each attempt. To keep a key across subscriptions, set the header field in ``Request/headerFields``.
///
/// ## Errors
/// Adds no errors.
///
/// - SeeAlso: The Internet-Draft draft-ietf-httpapi-idempotency-key-header-07.
public struct IdempotencyKeys: Middleware {
    private let methods: Set<HTTPRequest.Method>
    private let makeKey: @Sendable () -> String

    /// Creates a middleware that generates keys.
    ///
    /// - Parameters:
    ///   - methods: The methods of the requests that need a key. Defaults to `POST` and `PATCH`.
    ///   - makeKey: A closure that returns a unique value of the header field. Defaults to a random UUID in quotation
    ///     marks, as the Internet-Draft requires.
    public init(
        methods: Set<HTTPRequest.Method> = [.post, .patch],
        makeKey: @escaping @Sendable () -> String = { "\"\(UUID().uuidString.lowercased())\"" }
    ) {
        self.methods = methods
        self.makeKey = makeKey
    }

    /// Adds a key to a request and sends it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the exchange.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) -> Observable<TransportEvent> {
        guard methods.contains(request.method), !request.headerFields.contains(.idempotencyKey) else {
            return next(request, body)
        }
        var request = request
        request.headerFields[.idempotencyKey] = makeKey()
        return next(request, body)
    }
}
