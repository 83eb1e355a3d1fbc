public import RillHTTPTypes

/// A type that describes one endpoint of an API: the request to send and how to parse the response.
///
///     struct TagByID: Request {
///         typealias Response = Tag
///         let id: String
///         var path: URLPath { "/tags/\(id)" }
///     }
///
///     let tag = client.send(TagByID(id: "C++"))
///
/// Only `Response` and `path` are required. The response body is decoded as JSON if `Response` is `Decodable`, returned
/// unchanged if `Response` is `Data`, and ignored if `Response` is `Void`, for example for endpoints that respond with
/// 204. If `Response` is ``HTTPResponse``, the result is the response head. For other formats, implement ``parser``.
public protocol Request<Response>: ResponseTyped {
    /// The request method. Defaults to `GET`.
    var method: HTTPRequest.Method { get }

    /// The absolute base URL of this request. Defaults to `nil`, which uses the client's.
    ///
    /// If the URL has a different origin from the client's base URL, the client's default fields that can contain
    /// secrets are omitted.
    var baseURL: String? { get }

    /// The path, relative to the base URL.
    var path: URLPath { get }

    /// The query items, appended to any query of the base URL and the path. Defaults to none.
    ///
    /// If the getter throws, the request fails and nothing is sent.
    var query: QueryItems { get throws }

    /// The header fields. Each field replaces the client's default field of the same name. Defaults to none.
    var headerFields: HTTPFields { get }

    /// The request body. Defaults to `nil`, which means no body.
    ///
    /// If the getter throws, the request fails and nothing is sent.
    var body: HTTPBody? { get throws }

    /// Whether the request can be sent again without another effect on the server (RFC 9110, section 9.2.2). Defaults
    /// to `nil`, which means that the method and the `Idempotency-Key` header field determine it.
    ///
    /// Declare the property with this type. A property of the type `Bool` does not implement the requirement, and is
    /// ignored.
    ///
    /// Return `false`, for example, for a `PUT` that appends to a resource, so that ``Retry``, `Hedging` and the
    /// transport do not send it again after the server may have received it. Return `true` for a `POST` that only reads
    /// data. See ``HTTPRequest/isIdempotent``.
    var isIdempotent: Bool? { get }

    /// Validates the request. The default implementation accepts every request.
    ///
    /// The client calls this method once for each exchange, before it reads ``body`` and before any middleware runs. If
    /// the method throws, nothing is sent, and the request fails with an ``APIError`` at the stage
    /// ``APIError/Stage-swift.struct/request`` with the thrown error as its ``APIError/underlying`` error. The error
    /// contains the URL, so ``baseURL``, ``path`` and ``query`` are also read if the request is invalid.
    ///
    /// - Throws: An error if the request is invalid.
    func validate() throws

    /// The JSON decoder for the response. Defaults to `nil`, which uses the client's.
    ///
    /// Declare the property with this type. A property of the type `JSONDecoder?` does not implement the requirement,
    /// and is ignored.
    var decoder: (any DataDecoder)? { get }

    /// The maximum duration of the exchange. Must be greater than zero. Defaults to `nil`, which uses the client's
    /// timeout.
    ///
    /// Declare the property with this type. A property of the type `Duration` does not implement the requirement, and is
    /// ignored.
    var timeout: Duration? { get }

    /// The maximum time from the start of an attempt to its response head. Must be greater than zero. Defaults to `nil`,
    /// which means that only the time limits of the transport apply, such as ``TransportOptions/responseTimeout``.
    ///
    /// Declare the property with this type. A property of the type `Duration` does not implement the requirement, and is
    /// ignored.
    ///
    /// An attempt that exceeds the limit is canceled and fails with ``TransportError/Code-swift.struct/timeout``, so that
    /// ``Retry`` can send it again and `CircuitBreaker` counts it. The time starts when the request is passed to the
    /// transport and includes the upload of the body, but no delay in middleware. It is measured on the client's
    /// scheduler. The response body is limited by ``timeout`` instead.
    var attemptTimeout: Duration? { get }

    /// The middleware of this request, outermost first. Defaults to none.
    ///
    /// Declare the property with this type. A property such as `let middleware = [IdempotencyKeys()]` has another type,
    /// does not implement the requirement, and is ignored.
    ///
    /// It wraps the client's middleware. The client reads the property once for each exchange. To share state between
    /// exchanges, such as the circuits of a `CircuitBreaker`, store the middleware outside of the request.
    var middleware: [any Middleware] { get }

    /// The decoder for the error responses to this request. Defaults to `nil`, which uses the client's.
    ///
    /// Declare the property with this type. A property of the type `ErrorDecoder` does not implement the requirement,
    /// and is ignored. To disable the decoding of errors, return `ErrorDecoder.none`; `.none` alone is `nil`.
    var errorDecoder: ErrorDecoder? { get }

    /// Returns whether a status is accepted, so that the response is parsed. Otherwise, the request fails.
    ///
    /// Called when the response head arrives. By default, statuses from 200 to 299 are accepted.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: `true` if the status is accepted.
    func accepts(_ status: HTTPResponse.Status) -> Bool

    /// The parser for the response. Defaults to JSON if `Response` is `Decodable`.
    var parser: ResponseParser<Response> { get }
}

/// A type that has a response type: the part of ``Request`` that declares the associated type.
///
/// The protocol is separate for technical reasons: if ``Request`` itself declared the associated type next to `parser`
/// and its default implementations, a generic type with a parameter named `Response` could not conform to it.
public protocol ResponseTyped<Response>: Sendable {
    /// The type of the parsed response.
    associatedtype Response: Sendable
}

extension Request {
    /// The method `GET`.
    public var method: HTTPRequest.Method { .get }

    /// `nil`, which uses the client's base URL.
    public var baseURL: String? { nil }

    /// An empty query.
    public var query: QueryItems { [:] }

    /// No header fields.
    public var headerFields: HTTPFields { [:] }

    /// No body.
    public var body: HTTPBody? { nil }

    /// `nil`, which means that the method and the `Idempotency-Key` header field determine it.
    public var isIdempotent: Bool? { nil }

    /// Accepts every request.
    public func validate() throws {}

    /// `nil`, which uses the client's decoder.
    public var decoder: (any DataDecoder)? { nil }

    /// `nil`, which uses the client's timeout.
    public var timeout: Duration? { nil }

    /// `nil`, which means that only the time limits of the transport apply.
    public var attemptTimeout: Duration? { nil }

    /// No middleware.
    public var middleware: [any Middleware] { [] }

    /// `nil`, which uses the client's decoder for error responses.
    public var errorDecoder: ErrorDecoder? { nil }

    /// Accepts the statuses from 200 to 299.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: `true` if the status is successful.
    public func accepts(_ status: HTTPResponse.Status) -> Bool { status.kind == .successful }
}
