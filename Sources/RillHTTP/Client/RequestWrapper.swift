internal import RillHTTPTypes

/// A request that modifies another request.
///
/// Every requirement of ``Request`` is forwarded to the base request unless the wrapper implements it. The exception is
/// ``Request/parser``, whose output may have a different type.
package protocol RequestWrapper: Request {
    associatedtype Base: Request

    /// The modified request.
    var base: Base { get }
}

extension RequestWrapper {
    /// The method of the base request.
    public var method: HTTPRequest.Method { base.method }

    /// The base URL of the base request, if it has one.
    public var baseURL: String? { base.baseURL }

    /// The path of the base request.
    public var path: URLPath { base.path }

    /// The query of the base request.
    public var query: QueryItems { get throws { try base.query } }

    /// The header fields of the base request.
    public var headerFields: HTTPFields { base.headerFields }

    /// The body of the base request.
    public var body: HTTPBody? { get throws { try base.body } }

    /// Whether the base request is idempotent, if it declares it.
    public var isIdempotent: Bool? { base.isIdempotent }

    /// Validates the base request.
    ///
    /// - Throws: The error for an invalid base request.
    public func validate() throws { try base.validate() }

    /// The decoder of the base request, if it has one.
    public var decoder: (any DataDecoder)? { base.decoder }

    /// The timeout of the base request, if it has one.
    public var timeout: Duration? { base.timeout }

    /// The timeout of each attempt of the base request, if it has one.
    public var attemptTimeout: Duration? { base.attemptTimeout }

    /// The middleware of the base request.
    public var middleware: [any Middleware] { base.middleware }

    /// The decoder for error responses of the base request, if it has one.
    public var errorDecoder: ErrorDecoder? { base.errorDecoder }

    /// Returns whether the base request accepts a status.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: Whether the status is accepted.
    public func accepts(_ status: HTTPResponse.Status) -> Bool { base.accepts(status) }
}
