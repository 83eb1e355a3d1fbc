public import RillHTTP

/// A middleware that sends the trace context of W3C Trace Context in the header fields `traceparent` and `tracestate`.
///
///     let client = Client(baseURL: base, middleware: [
///         FollowRedirects(),
///         Retry(),
///         TraceContextMiddleware(for: base),
///     ])
///     client.send(Tags()).context(\.traceContext, TraceContext(traceparent: incoming))
///
/// Each request continues a trace with a new span ID: the trace in its own `traceparent` field, the trace of the
/// context value `traceContext`, or else a new trace. Place the middleware inside `Retry` and `FollowRedirects`,
/// which means after them in the client's list. Then, each attempt has its own span, and the attempts of an exchange
/// share a trace.
///
/// The flags and `tracestate` of the parent are forwarded. A `traceparent` field that is invalid or repeated is replaced.
///
/// The fields are sent only to the given servers: the scheme, host, and port must match. They are removed from requests
/// to other servers, for example after a redirect, because they could be used to follow a user.
///
/// ## Errors
/// A request fails with ``/RillHTTP/TransportError/Code-swift.struct/invalidRequest`` if the URL of a server is invalid.
///
/// - SeeAlso: <https://www.w3.org/TR/trace-context-2/>, read 2026-11-23
public struct TraceContextMiddleware: Middleware {
    private static let traceparent: HTTPField.Name = "traceparent"
    private static let tracestate: HTTPField.Name = "tracestate"

    private let origins: [String]
    private let hasInvalidURL: Bool
    private let isSampled: Bool

    /// Creates a middleware.
    ///
    /// - Parameters:
    ///   - url: The URL of the server that receives the fields, such as `https://api.github.com`. Everything after the host
    ///     and the port is ignored.
    ///   - others: The URLs of further servers that receive the fields. Defaults to none.
    ///   - isSampled: Whether new traces are recorded. Defaults to `false`.
    public init(for url: String, _ others: String..., isSampled: Bool = false) {
        let servers = ([url] + others).map { HTTPRequest(method: .get, url: $0) }
        origins = servers.map(\.origin)
        hasInvalidURL = servers.contains {
            !["http", "https"].contains($0.scheme) || ($0.authority ?? "").isEmpty
        }
        self.isSampled = isSampled
    }

    /// Sends a request with the header fields of a new span.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The unchanged events of the exchange.
    /// - Throws: ``/RillHTTP/TransportError/Code-swift.struct/invalidRequest`` if the URL of a server is invalid.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        if hasInvalidURL {
            let message = "invalid URL for the trace context: it must have the scheme http or https and a host"
            throw TransportError(.invalidRequest, message)
        }
        var request = request
        let own = TraceContext(request.headerFields)
        request.headerFields.removeAll { $0.name == Self.traceparent || $0.name == Self.tracestate }
        guard origins.contains(request.origin) else { return next(request, body) }
        let other = next.context.traceContext ?? TraceContext(isSampled: isSampled)
        // The attempts of a call share a trace.
        let trace = own ?? next.call[TraceKey.self] ?? other
        next.call[TraceKey.self] = trace
        let span = trace.makeChild()
        request.headerFields[Self.traceparent] = span.traceparent
        request.headerFields[Self.tracestate] = span.tracestate
        return next(request, body)
    }
}

/// The trace of the last request of a call that has a trace.
private enum TraceKey: StreamContextKey {
    static let defaultValue: TraceContext? = nil
}
