public import Rill

/// A middleware that authenticates the requests to one server with a digest of the user name and password.
///
///     let client = Client(baseURL: base, middleware: [
///         FollowRedirects(), Retry(), DigestAuthentication(user: "alice", password: password, for: base),
///     ])
///
/// The server responds to the first request with status 401 and a challenge. The request is then sent again with a digest,
/// and with its body from the beginning. Later requests contain a digest in advance: they use the same nonce with an
/// increasing count until the server announces or requires another nonce. Concurrent requests share the nonce.
///
/// If the server rejects the user name or the password, its response with status 401 is forwarded. A request is sent at most
/// four times, if the server repeatedly replaces its nonce.
///
/// Requests to other servers, and requests that already have an `Authorization` field, are not changed: the scheme, host
/// and port must match. Only digests are sent, even if the server also offers Basic authentication.
///
/// The algorithms SHA-256 and MD5 and their variants with the suffix `-sess` are supported, and user names that the server
/// expects as a hash. The stronger algorithm is used. A digest protects the password, but neither the body nor the
/// response, and a server in the middle can request MD5. Use `https` if possible.
///
/// Place this middleware inside ``FollowRedirects``, ``RequestCoalescing``, ``ResponseCache``, ``Retry`` and ``Hedging``,
/// which means after them in the client's list, because each attempt needs a digest of its own. Place it outside the
/// limits, so that each repetition counts toward them. Copies of the middleware share the nonces.
///
/// ## Errors
/// ``DigestAuthenticationError``, as the underlying error of an ``APIError``, if the server offers only digests that are
/// not supported.
///
/// - SeeAlso: RFC 7616.
public struct DigestAuthentication: IdentifyingMiddleware {
    private let authentication: Authentication

    /// Creates middleware for a server.
    ///
    /// - Parameters:
    ///   - user: The user name.
    ///   - password: The password.
    ///   - address: The URL of the server that the credentials are for, such as `http://printer.example`. Its path is
    ///     ignored.
    public init(user: String, password: String, for address: String) {
        let exchange = DigestExchange(credentials: DigestCredentials(user: user, password: password))
        let identity = "Digest \(user.utf8.count):\(user):\(password)"
        authentication = Authentication(
            address,
            identify: { request in
                var request = request
                if !request.headerFields.contains(.authorization) { request.headerFields[.authorization] = identity }
                return request
            },
            { request, body, next in exchange.begin(request, body, next) })
    }

    package func identified(_ request: HTTPRequest) throws -> HTTPRequest? { try authentication.identified(request) }

    /// Sends a request with a digest, and again if the server sends a challenge.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body, sent from its beginning each time.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the last attempt.
    /// - Throws: ``TransportError/Code-swift.struct/invalidRequest`` if the URL of the server is invalid.
    public func intercept(_ request: HTTPRequest, body: HTTPBody?, next: Next) throws -> Observable<TransportEvent> {
        try authentication.intercept(request, body: body, next: next)
    }
}

/// An exchange in which the server can send challenges.
private struct DigestExchange: Sendable {
    /// A request without a digest or with the use of a nonce.
    struct Attempt {
        /// The number of earlier attempts.
        var number = 0

        var use: DigestSessions.Use?

        /// The number of the latest session when the first attempt began, or `nil` for other attempts.
        var latest: Int?

        /// The nonce of the challenge in the response to the preceding attempt, or `nil` for the first attempt.
        var challengeNonce: String?

        /// Whether a challenge means that the credentials are wrong, and not only that the nonce has expired.
        ///
        /// Some servers do not report that a nonce has expired. So only the rejection of a nonce that the server has
        /// just sent, or sends again, is final.
        func isRejected(by challenge: DigestChallenge) -> Bool {
            guard let nonce = use?.challenge.nonce, !challenge.isStale else { return false }
            return nonce == challengeNonce || nonce == challenge.nonce
        }
    }

    private static let maximumAttempts = 4

    let credentials: DigestCredentials
    private let sessions = DigestSessions()

    init(credentials: DigestCredentials) {
        self.credentials = credentials
    }

    func begin(_ request: HTTPRequest, _ body: HTTPBody?, _ next: Next) -> Observable<TransportEvent> {
        if request.headerFields.contains(.authorization) { return next(request, body) }
        let (use, latest) = sessions.use(for: request.path ?? "/")
        return send(request, body, next, Attempt(use: use, latest: latest))
    }

    private func send(
        _ request: HTTPRequest, _ body: HTTPBody?, _ next: Next, _ attempt: Attempt
    ) -> Observable<TransportEvent> {
        var authorized = request
        if let use = attempt.use {
            authorized.headerFields[.authorization] = credentials.authorization(
                for: request, to: use.challenge, clientNonce: use.clientNonce, count: use.count)
        }
        return next.attempt(next.attempt + attempt.number)(authorized, body).interceptHead { head in
            guard head.status == .unauthorized else {
                if let use = attempt.use, let nonce = head.nextDigestNonce {
                    sessions.replaceNonce(of: use, with: nonce)
                }
                return nil
            }
            guard let challenge = try DigestChallenge.strongest(in: head, to: request) else { return nil }
            guard attempt.number + 1 < Self.maximumAttempts, !attempt.isRejected(by: challenge) else {
                if let use = attempt.use { sessions.end(use) }
                return nil
            }
            // Concurrent requests use the nonce of the first challenge.
            let use = sessions.use(of: challenge, unlessAfter: attempt.latest)
            let following = Attempt(number: attempt.number + 1, use: use, challengeNonce: challenge.nonce)
            return send(request, body, next, following)
        }
    }
}

extension HTTPResponse {
    /// The nonce that the server expects in the next request, or `nil` if the server announces none.
    fileprivate var nextDigestNonce: String? {
        headerFields[.authenticationInfo].flatMap { AuthenticationChallenge.parameters(of: $0)["nextnonce"] }
    }
}

extension HTTPField.Name {
    /// Information after a successful authentication, such as the nonce for the next request (RFC 9110, 11.6.3).
    fileprivate static var authenticationInfo: Self {
        Self(rawName: "Authentication-Info", canonicalName: "authentication-info")
    }
}
