public import Rill

/// Puts credentials on the requests to one server, and renews them when the server takes them no more.
///
///     let plain = Client(baseURL: base)                       // what renews goes without Authentication
///     let tokens = CredentialRefresher(saved) { old in
///         plain.send(RenewToken(old.refreshToken))
///     }
///     let client = Client(baseURL: base, middleware: [
///         Authentication.bearer(tokens, for: base) { $0.accessToken },
///     ])
///
/// Credentials are put on requests to the given server alone: the scheme, the host and the port have to be the same. A
/// request that brings its own is left as it is. This middleware belongs inside ``FollowRedirects``, after it in the
/// client's list: then each request to its server gets the credentials, also behind a redirect, and another server neither
/// gets them nor has them renewed by a 401 of its own.
///
/// With a ``CredentialRefresher``, an answer with status 401 has the credentials renewed, once for all requests that meet
/// such an answer, and the request is repeated once, its body from its beginning. A second such answer is the caller's.
public struct Authentication: IdentifyingMiddleware {
    /// Sends a request to the right server.
    package typealias Exchange =
        @Sendable (HTTPRequest, HTTPBody?, Next) throws -> Observable<TransportEvent>

    /// A request to the server that the credentials are for.
    private let home: HTTPRequest
    private let exchange: Exchange
    private let identify: @Sendable (HTTPRequest) throws -> HTTPRequest?

    /// Puts credentials that do not change on requests, in any way.
    ///
    /// - Parameters:
    ///   - address: The server that they are for; of an address such as `https://qiita.com/api/v2`, what lies behind the
    ///     host and the port counts for nothing.
    ///   - apply: Changes a request; called for each attempt, and by a ``ResponseCache`` or ``InFlightSharing`` further out,
    ///     which compare requests by their credentials. What it throws fails the exchange.
    public init(for address: String, apply: @escaping @Sendable (inout HTTPRequest) throws -> Void) {
        let applied: @Sendable (HTTPRequest) throws -> HTTPRequest = { request in
            var request = request
            try apply(&request)
            return request
        }
        self.init(address, identify: applied) { request, body, next in next(try applied(request), body) }
    }

    /// Puts credentials that are renewed on requests, in any way.
    ///
    /// A request that `apply` leaves as it is goes on without the middleware: its answer is not judged.
    ///
    /// ## Errors
    /// Those of the refresher, where credentials had to be renewed and could not.
    ///
    /// - Parameters:
    ///   - refresher: Keeps the credentials; several clients may share one.
    ///   - address: The server that they are for.
    ///   - isExpired: Whether an answer says that the credentials are not good any more; status 401 if left out.
    ///   - apply: Puts credentials on a request; called for each attempt. What it throws fails the exchange.
    public init<Credential>(
        _ refresher: CredentialRefresher<Credential>, for address: String,
        isExpired: @escaping @Sendable (HTTPResponse) -> Bool = { $0.status == .unauthorized },
        apply: @escaping @Sendable (Credential, inout HTTPRequest) throws -> Void
    ) {
        self.init(refresher, for: address, isExpired: isExpired, unless: { _ in false }, apply: apply)
    }

    /// The same, where it can be seen beforehand which requests are left as they are.
    init<Credential>(
        _ refresher: CredentialRefresher<Credential>, for address: String,
        isExpired: @escaping @Sendable (HTTPResponse) -> Bool = { $0.status == .unauthorized },
        unless isComplete: @escaping @Sendable (HTTPRequest) -> Bool,
        apply: @escaping @Sendable (Credential, inout HTTPRequest) throws -> Void
    ) {
        let exchange = RenewedExchange(refresher: refresher, isExpired: isExpired, apply: apply)
        self.init(address) { request in
            if isComplete(request) { return request }
            // Before the first credentials are there, it is not known who will be sending.
            guard let credential = refresher.credential else { return nil }
            return try request.with(credential, apply)
        } _: { request, body, next in
            isComplete(request) ? next(request, body) : try exchange.begin(request, body, next)
        }
    }

    /// Puts credentials on requests in a way that looks at their bodies, too.
    ///
    /// - Parameters:
    ///   - address: The server that they are for.
    ///   - identify: Returns a request that says who sends it, for comparison only.
    ///   - exchange: Makes the exchange of a request to that server.
    package init(
        _ address: String, identify: @escaping @Sendable (HTTPRequest) throws -> HTTPRequest?,
        _ exchange: @escaping Exchange
    ) {
        let base = BaseURL(address)
        home = HTTPRequest(method: .get, scheme: base.scheme, authority: base.authority, path: nil)
        self.exchange = exchange
        self.identify = identify
    }

    /// Returns a request with its credentials, for comparison only.
    package func identified(_ request: HTTPRequest) throws -> HTTPRequest? {
        request.origin == home.origin ? try identify(request) : request
    }

    /// Makes the exchange of one request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: Its body.
    ///   - next: What lies further in.
    /// - Returns: The events of the last attempt.
    /// - Throws: ``TransportError/Code-swift.struct/invalidRequest`` if the address that the credentials are for is none;
    ///   what `apply` throws.
    public func intercept(
        _ request: HTTPRequest, body: HTTPBody?, next: Next
    ) throws -> Observable<TransportEvent> {
        guard home.scheme == "http" || home.scheme == "https", home.authority?.isEmpty == false else {
            throw TransportError(
                .invalidRequest, "what its credentials are for does not begin with https:// and a host")
        }
        return request.origin == home.origin ? try exchange(request, body, next) : next(request, body)
    }
}

/// One request with credentials that are renewed.
private struct RenewedExchange<Credential: Sendable>: Sendable {
    typealias Generation = CredentialRefresher<Credential>.Generation

    let refresher: CredentialRefresher<Credential>
    let isExpired: @Sendable (HTTPResponse) -> Bool
    let apply: @Sendable (Credential, inout HTTPRequest) throws -> Void

    func begin(_ request: HTTPRequest, _ body: HTTPBody?, _ next: Next) throws -> Observable<TransportEvent> {
        let current = refresher.current
        guard refresher.isDue(current) else { return try send(request, body, next, with: current) }
        if current.credential != nil, try request.with(current.credential, apply) == request {
            return next(request, body)
        }
        return refresher.renewedIfNeeded(current).flatMap { try send(request, body, next, with: $0) }
    }

    private func send(
        _ request: HTTPRequest, _ body: HTTPBody?, _ next: Next, with generation: Generation
    ) throws -> Observable<TransportEvent> {
        let first = try request.with(generation.credential, apply)
        guard first != request else { return next(request, body) }
        return next(first, body).catchHead { head in
            guard isExpired(head) else { return nil }
            let again = next.attempt(next.attempt + 1)
            return refresher.renewed(after: generation).flatMap {
                again(try request.with($0.credential, apply), body)
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
