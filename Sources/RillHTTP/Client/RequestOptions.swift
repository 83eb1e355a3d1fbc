public import RillHTTPTypes

/// The options of a request: time limits, idempotency, middleware, and decoders.
///
///     var options: RequestOptions { RequestOptions(timeout: .seconds(3), middleware: [IdempotencyKeys()]) }
public struct RequestOptions: Sendable {
    /// The maximum duration of the exchange.
    ///
    /// Must be greater than zero. `nil` means the client's timeout, or no limit for a stream, server-sent events, or a
    /// download, to which the client's timeout does not apply.
    public var timeout: Duration?

    /// The maximum time from the start of an attempt to its response head, or to the end of a response whose status is not
    /// accepted.
    ///
    /// Must be greater than zero. `nil` means that only the time limits of the transport apply, such as
    /// ``TransportOptions/responseTimeout``.
    ///
    /// An attempt that exceeds the limit is canceled and fails with ``TransportError/Code-swift.struct/timeout``, so that
    /// ``Retry`` can send it again and `CircuitBreaker` counts it. The time starts when the request is passed to the
    /// transport and includes the upload of the body, but no delay in middleware. It is measured on the client's
    /// scheduler. The body of an accepted response is limited by ``timeout`` instead.
    public var attemptTimeout: Duration?

    /// Whether the request can be sent again without another effect on the server (RFC 9110, section 9.2.2).
    ///
    /// `nil` means that the method and the `Idempotency-Key` header field determine it. See
    /// ``HTTPRequest/isIdempotent``.
    ///
    /// Set it to `false`, for example, for a `PUT` that appends to a resource, so that ``Retry``, `Hedging` and the
    /// transport do not send it again after the server may have received it. Set it to `true` for a `POST` that only
    /// reads data.
    public var isIdempotent: Bool?

    /// The middleware of the request, outermost first, which wraps the client's middleware.
    ///
    /// To share state between exchanges, such as the circuits of a `CircuitBreaker`, store the middleware outside of the
    /// request.
    public var middleware: [any Middleware]

    /// The JSON decoder for the response, or `nil` for the client's.
    public var decoder: (any DataDecoder)?

    /// The decoder for error responses, or `nil` for the client's.
    ///
    /// `ErrorDecoder.none` disables the decoding of errors.
    public var errorDecoder: ErrorDecoder?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - timeout: The maximum duration of the exchange. Defaults to `nil`, which means the client's timeout,
    ///     or no limit for streams and downloads.
    ///   - attemptTimeout: The maximum time from the start of an attempt to its response head, or to the end of a response
    ///     whose status is not accepted. Defaults to `nil`, which means no limit.
    ///   - isIdempotent: Whether the request can be sent again. Defaults to `nil`, which means that the method and the
    ///     `Idempotency-Key` header field determine it.
    ///   - middleware: The middleware of the request, outermost first. Defaults to none.
    ///   - decoder: The JSON decoder for the response. Defaults to `nil`, which means the client's.
    ///   - errorDecoder: The decoder for error responses. Defaults to `nil`, which means the client's.
    public init(
        timeout: Duration? = nil, attemptTimeout: Duration? = nil, isIdempotent: Bool? = nil,
        middleware: [any Middleware] = [], decoder: (any DataDecoder)? = nil, errorDecoder: ErrorDecoder? = nil
    ) {
        self.timeout = timeout
        self.attemptTimeout = attemptTimeout
        self.isIdempotent = isIdempotent
        self.middleware = middleware
        self.decoder = decoder
        self.errorDecoder = errorDecoder
    }
}
