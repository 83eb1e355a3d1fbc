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
///
/// ## Types of the properties
///
/// A property with the name of a requirement always belongs to the request. If it has another type than the
/// documentation of the requirement states, the type does not conform to the protocol and the program does not compile:
/// a note of the compiler names both types. The same applies to the names of ``RequestOptions``, such as `timeout`, whose
/// values are part of ``options``. If the API has a value with such a name, declare `timeoutSeconds`, for example. The
/// getters can throw: the request fails with the first error, and nothing is sent.
///
/// The compiler ignores members that cannot implement a requirement, and the default is used: asynchronous, static and
/// `lazy` members, implicitly unwrapped optionals, enumeration cases, methods with other argument labels, members of a
/// subclass of a class that conforms to the protocol, and members of a conditional extension of a generic type.
public protocol Request<Response>: ResponseTyped {
    /// The type of ``method``: `HTTPRequest.Method`.
    associatedtype DeclaredMethod = HTTPRequest.Method
    /// The type of ``baseURL``: `String`, `URL`, or an optional of them.
    associatedtype DeclaredBaseURL = String?
    /// The type of ``query``: `QueryItems`.
    associatedtype DeclaredQuery = QueryItems
    /// The type of ``headerFields``: `HTTPFields`.
    associatedtype DeclaredHeaderFields = HTTPFields
    /// The type of ``body``: `HTTPBody`, an optional of it, or an `Encodable` type.
    associatedtype DeclaredBody = HTTPBody?
    /// The type of ``parser``: `ResponseParser<Response>` or an optional of it.
    associatedtype DeclaredParser = ResponseParser<Response>?
    /// The type of ``options``: `RequestOptions`.
    associatedtype DeclaredOptions = RequestOptions
    /// The type of the parameter of ``accepts(_:)``: `HTTPResponse.Status`.
    associatedtype DeclaredStatus = HTTPResponse.Status
    /// The type of the result of ``accepts(_:)``: `Bool`.
    associatedtype DeclaredAcceptance = Bool
    /// The type of the result of ``validate()``: `Void`.
    associatedtype DeclaredValidation = Void
    /// The type of ``endpoint``: `Endpoint<Response>`.
    associatedtype DeclaredEndpoint = Endpoint<Response>
    /// The type of ``timeout``, which is not declared.
    associatedtype DeclaredTimeout = OnlyInOptions
    /// The type of ``attemptTimeout``, which is not declared.
    associatedtype DeclaredAttemptTimeout = OnlyInOptions
    /// The type of ``isIdempotent``, which is not declared.
    associatedtype DeclaredIdempotency = OnlyInOptions
    /// The type of ``middleware``, which is not declared.
    associatedtype DeclaredMiddleware = OnlyInOptions
    /// The type of ``decoder``, which is not declared.
    associatedtype DeclaredDecoder = OnlyInOptions
    /// The type of ``errorDecoder``, which is not declared.
    associatedtype DeclaredErrorDecoder = OnlyInOptions

    /// The request method. Defaults to `GET`.
    var method: DeclaredMethod { get throws }

    /// The absolute base URL of this request, as a string or a `URL`. Defaults to `nil`, which means the client's.
    ///
    /// If the URL has a different origin from the client's base URL, the client's default fields that can contain
    /// secrets are omitted.
    var baseURL: DeclaredBaseURL { get throws }

    /// The path, relative to the base URL, or a complete URL.
    var path: URLPath { get }

    /// The query items, appended to any query of the base URL and the path. Defaults to none.
    var query: DeclaredQuery { get throws }

    /// The header fields. Each field replaces the client's default field of the same name. Defaults to none.
    var headerFields: DeclaredHeaderFields { get throws }

    /// The request body. Defaults to `nil`, which means no body.
    ///
    /// An `HTTPBody` is sent as it is, `Data` and `[UInt8]` are sent unchanged, and another `Encodable` value is sent as JSON:
    ///
    ///     var body: NewTag { NewTag(name: name) }
    var body: DeclaredBody { get throws }

    /// The parser for the response. Defaults to `nil`, which means JSON if `Response` is `Decodable`.
    var parser: DeclaredParser { get throws }

    /// The time limits, idempotency, middleware, and decoders of this request. Defaults to the client's.
    var options: DeclaredOptions { get throws }

    /// Returns whether a status is accepted, so that the response is parsed. Otherwise, the request fails.
    ///
    /// Called when the response head arrives. By default, statuses from 200 to 299 are accepted. If the method throws,
    /// the request fails with the error.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: `true` if the status is accepted.
    /// - Throws: An error if the response cannot be used.
    func accepts(_ status: DeclaredStatus) throws -> DeclaredAcceptance

    /// Validates the request. The default implementation accepts every request.
    ///
    /// The client calls this method once each time it reads the request, after it has read all other properties, before it
    /// reads ``body``, and before any middleware runs. If the method throws, nothing is sent, and the request fails with
    /// an ``APIError`` at the stage ``APIError/Stage-swift.struct/request`` with the thrown error as its
    /// ``APIError/underlying`` error. If a getter has thrown an error, the method is not called.
    ///
    /// - Throws: An error if the request is invalid.
    func validate() throws -> DeclaredValidation

    /// Not part of a request. Use ``RequestOptions/timeout``.
    var timeout: DeclaredTimeout { get throws }

    /// Not part of a request. Use ``RequestOptions/attemptTimeout``.
    var attemptTimeout: DeclaredAttemptTimeout { get throws }

    /// Not part of a request. Use ``RequestOptions/isIdempotent``.
    var isIdempotent: DeclaredIdempotency { get throws }

    /// Not part of a request. Use ``RequestOptions/middleware``.
    var middleware: DeclaredMiddleware { get throws }

    /// Not part of a request. Use ``RequestOptions/decoder``.
    var decoder: DeclaredDecoder { get throws }

    /// Not part of a request. Use ``RequestOptions/errorDecoder``.
    var errorDecoder: DeclaredErrorDecoder { get throws }

    /// The ``baseURL`` as a string. Do not implement this requirement.
    var resolvedBaseURL: String? { get throws }

    /// The ``body`` as an `HTTPBody`. Do not implement this requirement.
    var resolvedBody: HTTPBody? { get throws }

    /// The ``parser``, or the standard parser for the type of the response. Do not implement this requirement.
    var resolvedParser: ResponseParser<Response> { get throws }

    /// The request as a value, which the client sends.
    ///
    /// The default implementation reads all other requirements. Use it to send a modified request:
    ///
    ///     var endpoint = request.endpoint
    ///     endpoint.headerFields["Prefer"] = "return=minimal"
    ///     return client.send(endpoint)
    ///
    /// Generic code uses ``resolvedEndpoint``, whose type is known.
    var endpoint: DeclaredEndpoint { get throws }

    /// The ``endpoint`` that the client sends, or an invalid one if the getter throws. Do not implement this requirement.
    var resolvedEndpoint: Endpoint<Response> { get }
}

/// A type that has a response type: the part of ``Request`` that declares the associated type.
///
/// The protocol is separate for technical reasons: if ``Request`` itself declared the associated type next to `parser`
/// and its default implementations, a generic type with a parameter named `Response` could not conform to it.
public protocol ResponseTyped<Response>: Sendable {
    /// The type of the parsed response.
    associatedtype Response: Sendable
}

/// A placeholder for a property that a request does not declare, because it is part of ``RequestOptions``.
public struct OnlyInOptions: Sendable {
    fileprivate init() {}
}

// Each default is visible only where the type of the declaration is the default type, so that generic code cannot call
// the default implementation instead of the declaration.

extension Request where DeclaredMethod == HTTPRequest.Method {
    /// The method `GET`.
    public var method: HTTPRequest.Method { .get }
}

extension Request where DeclaredBaseURL == String? {
    /// `nil`, which means the client's base URL.
    public var baseURL: String? { nil }
}

extension Request where DeclaredQuery == QueryItems {
    /// An empty query.
    public var query: QueryItems { [:] }
}

extension Request where DeclaredHeaderFields == HTTPFields {
    /// No header fields.
    public var headerFields: HTTPFields { [:] }
}

extension Request where DeclaredBody == HTTPBody? {
    /// No body.
    public var body: HTTPBody? { nil }
}

extension Request where DeclaredOptions == RequestOptions {
    /// The options of the client.
    public var options: RequestOptions { RequestOptions() }
}

extension Request where DeclaredStatus == HTTPResponse.Status, DeclaredAcceptance == Bool {
    /// Accepts the statuses from 200 to 299.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: `true` if the status is successful.
    public func accepts(_ status: HTTPResponse.Status) -> Bool { status.kind == .successful }
}

extension Request where DeclaredValidation == Void {
    /// Accepts every request.
    public func validate() throws {}
}

extension Request where DeclaredParser == ResponseParser<Response>? {
    /// `nil`, which means the standard parser for the type of the response.
    public var parser: ResponseParser<Response>? { nil }
}

extension Request {
    /// Not part of a request.
    public var timeout: OnlyInOptions { OnlyInOptions() }

    /// Not part of a request.
    public var attemptTimeout: OnlyInOptions { OnlyInOptions() }

    /// Not part of a request.
    public var isIdempotent: OnlyInOptions { OnlyInOptions() }

    /// Not part of a request.
    public var middleware: OnlyInOptions { OnlyInOptions() }

    /// Not part of a request.
    public var decoder: OnlyInOptions { OnlyInOptions() }

    /// Not part of a request.
    public var errorDecoder: OnlyInOptions { OnlyInOptions() }
}
