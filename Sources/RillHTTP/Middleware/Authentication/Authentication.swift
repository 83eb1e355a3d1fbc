public import RillHTTPTypes

/// A middleware that adds credentials to the requests to one server, and refreshes them when they expire.
///
///     let plain = Client(baseURL: base)                       // refreshes tokens without Authentication
///     let tokens = CredentialRefresher(saved) { old in
///         plain.send(RenewToken(old.refreshToken))
///     }
///     let client = Client(baseURL: base, middleware: [
///         Authentication.bearer(tokens) { $0.accessToken },
///     ])
///
/// Credentials are added only to requests to one server: the scheme, host and port must match. By default, it is the
/// server of the base URL of the client that sends the request; name the server if clients with different base URLs share
/// the middleware. The error for a status 401 of another server says that the credentials were not sent to it.
/// Requests that already carry credentials are not changed. Place this middleware inside ``FollowRedirects``, which means after it in
/// the client's list. Then every request to the server gets the credentials, even after a redirect, and other servers
/// neither receive them nor trigger a refresh with a 401 of their own.
///
/// With a ``CredentialRefresher``, a response with status 401 refreshes the credentials, once for all requests that
/// receive such a response, and the request is retried once with its body from the beginning. A second 401 is forwarded
/// to the caller.
///
/// For servers that require a digest of the password, use `DigestAuthentication`.
public struct Authentication: Middleware {
    /// The URL of the server that the credentials are for and its origin, or `nil` for the client's server.
    private let server: (url: BaseURL, origin: String)?
    let exchange: @Sendable (HTTPRequest, HTTPBody?, Next) throws -> Observable<TransportEvent>

    /// Creates middleware that adds fixed credentials in a custom way.
    ///
    /// - Parameters:
    ///   - url: The URL of the server that the credentials are for, such as `https://qiita.com/api/v2`. Its path is
    ///     ignored. Defaults to the client's base URL.
    ///   - apply: A closure that adds the credentials to a request. It is called for each attempt. An error that it
    ///     throws fails the exchange.
    public init(for url: (any URLConvertible)? = nil, apply: @escaping @Sendable (inout HTTPRequest) throws -> Void) {
        self.init(for: url) { request, body, next in
            var request = request
            try apply(&request)
            return next(request, body)
        }
    }

    /// Creates middleware that adds refreshable credentials in a custom way.
    ///
    /// If `apply` does not change a request, the request bypasses the middleware and its response is not checked.
    ///
    /// ## Errors
    /// The errors of the refresher, if the credentials expired and could not be refreshed.
    ///
    /// - Parameters:
    ///   - refresher: The refresher that stores the credentials. Several clients can share one.
    ///   - url: The URL of the server that the credentials are for. Its path is ignored. Defaults to the client's base
    ///     URL.
    ///   - isExpired: A closure that returns whether a response head means that the credentials have expired. Defaults to
    ///     checking for status 401.
    ///   - apply: A closure that adds the credentials to a request. It is called for each attempt. An error that it
    ///     throws fails the exchange.
    public init<Credential>(
        _ refresher: CredentialRefresher<Credential>, for url: (any URLConvertible)? = nil,
        isExpired: @escaping @Sendable (HTTPResponse) -> Bool = { $0.status == .unauthorized },
        apply: @escaping @Sendable (Credential, inout HTTPRequest) throws -> Void
    ) {
        let exchange = RefreshedExchange(refresher: refresher, isExpired: isExpired, apply: apply)
        self.init(for: url, exchange: exchange.begin)
    }

    /// Creates middleware that performs whole exchanges with a server, for example to respond to its challenges or to sign
    /// the body.
    ///
    /// - Parameters:
    ///   - url: The URL of the server that the credentials are for. Its path is ignored. Defaults to the client's base
    ///     URL.
    ///   - exchange: A closure that sends a request to that server. Requests to other servers bypass it. An error that it
    ///     throws fails the exchange.
    public init(
        for url: (any URLConvertible)? = nil,
        exchange: @escaping @Sendable (HTTPRequest, HTTPBody?, Next) throws -> Observable<TransportEvent>
    ) {
        server = url.map { BaseURL($0.urlText) }.map { ($0, $0.origin) }
        self.exchange = exchange
    }

    /// Adds the credentials to a request and sends it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the last attempt.
    /// - Throws: ``TransportError/Code-swift.struct/invalidRequest`` if the URL of the server is invalid or unknown, or
    ///   the error thrown by `apply`.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        if let url = server?.url, !["http", "https"].contains(url.scheme) || url.authority.isEmpty {
            throw TransportError(
                .invalidRequest,
                "invalid URL for the credentials: it must have the scheme http or https and a host")
        }
        guard let origin = server?.origin ?? next.call.origin else {
            throw TransportError(.invalidRequest, "unknown server for the credentials: pass its URL with for:")
        }
        let isKnown = request.origin == origin
        next.call.noteCredentials(
            for: request.origin,
            withheld: isKnown
                ? nil : "the credentials for \(HTTPRequest.redactedURL(origin)) were not sent to \(request.origin)")
        return isKnown ? try exchange(request, body, next) : next(request, body)
    }
}

/// An exchange with credentials that can be refreshed.
private struct RefreshedExchange<Credential: Sendable>: Sendable {
    typealias Generation = CredentialRefresher<Credential>.Generation

    let refresher: CredentialRefresher<Credential>
    let isExpired: @Sendable (HTTPResponse) -> Bool
    let apply: @Sendable (Credential, inout HTTPRequest) throws -> Void

    func begin(_ request: HTTPRequest, _ body: HTTPBody?, _ next: Next) throws -> Observable<TransportEvent> {
        let current = refresher.current
        guard refresher.needsRefresh(current) else { return try send(request, body, next, with: current) }
        if current.credential != nil, try request.with(current.credential, apply) == request {
            return next(request, body)
        }
        return refresher.refreshedIfNeeded(current).flatMap { try send(request, body, next, with: $0) }
    }

    private func send(
        _ request: HTTPRequest, _ body: HTTPBody?, _ next: Next, with generation: Generation
    ) throws -> Observable<TransportEvent> {
        let first = try request.with(generation.credential, apply)
        guard first != request else { return next(request, body) }
        return next(first, body).interceptHead { head in
            guard isExpired(head) else { return nil }
            let nextAttempt = next.attempt(next.attempt + 1)
            return refresher.refreshed(after: generation).flatMap {
                nextAttempt(try request.with($0.credential, apply), body)
            }
        }
    }
}

extension HTTPRequest {
    fileprivate func with<Credential>(
        _ credential: Credential?, _ apply: (Credential, inout HTTPRequest) throws -> Void
    ) throws -> HTTPRequest {
        var request = self
        if let credential { try apply(credential, &request) }
        return request
    }
}

extension Authentication: CustomStringConvertible, CustomReflectable {
    /// The server that the credentials are for, with secrets redacted, for example `Authentication(https://qiita.com)`.
    public var description: String {
        guard let url = server?.url else { return "Authentication" }
        return "Authentication(\(HTTPRequest.redactedURL("\(url.scheme)://\(url.authority)")))"
    }

    /// A mirror without children, so that `dump` prints only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
