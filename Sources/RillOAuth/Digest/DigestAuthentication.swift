public import RillHTTP

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
/// four times, even if the server replaces its nonce each time.
///
/// Requests to other servers, and requests that already have an `Authorization` field, are not changed: the scheme, host
/// and port must match. Only digests are sent, even if the server also offers Basic authentication.
///
/// The algorithms SHA-256 and MD5 and their variants with the suffix `-sess` are supported, and user names that the server
/// expects as a hash. The stronger algorithm is used. A digest protects the password, but neither the body nor the
/// response, and an attacker between the client and the server can request MD5. Use `https` if possible.
///
/// Place this middleware inside `FollowRedirects`, `Retry` and `Hedging`, which means after them in the client's list,
/// because each attempt needs a digest of its own. A response cache and request coalescing compare the user name and
/// the password instead of the digest. Place it outside the
/// limits, so that a request that is sent again with a digest also counts toward them. If a nonce expires while its
/// request waits in a limit, the request is sent again. Copies of the middleware share the nonces.
///
/// ## Errors
/// ``DigestAuthenticationError``, as the underlying error of an `APIError`, if the server offers only digests that are
/// not supported, if its challenge is malformed, or if the user name contains a colon.
///
/// - SeeAlso: RFC 7616.
public struct DigestAuthentication: Middleware {
    private let authentication: Authentication

    /// Creates middleware for a server.
    ///
    /// - Parameters:
    ///   - user: The user name. Must not contain a colon, or requests fail.
    ///   - password: The password.
    ///   - url: The URL of the server that the credentials are for, such as `http://printer.example`. Its path is
    ///     ignored. Defaults to the client's base URL.
    public init(user: String, password: String, for url: (any URLConvertible)? = nil) {
        let credentials = DigestCredentials(user: user, password: password)
        let exchange = DigestExchange(credentials: credentials)
        authentication = Authentication(for: url, exchange: exchange.begin)
    }

    /// Sends a request with a digest, and again if the server sends a challenge.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request body, sent from its beginning each time.
    ///   - next: The inner middleware and the transport.
    /// - Returns: The events of the last attempt.
    /// - Throws: ``/RillHTTP/TransportError/Code-swift.struct/invalidRequest`` if the URL of the server is invalid.
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

        var use: DigestSessions.Session?

        /// The number of the latest session when the first attempt began, or `nil` for other attempts.
        var latest: Int?

        /// The challenge in the response to the preceding attempt, or `nil` for the first attempt.
        var challenge: DigestChallenge?

        /// Whether the server rejected a preceding attempt although its nonce had not expired.
        var followsRejection = false

        /// Returns whether a challenge rejects a nonce that has not expired.
        ///
        /// Some servers do not report that a nonce has expired. So only a nonce that the server has just sent, or sends
        /// again, counts as not expired.
        func isRejected(by challenge: DigestChallenge) -> Bool {
            guard let used = use?.challenge, !challenge.isStale else { return false }
            return challenge.hasNonce(of: used) || self.challenge?.hasNonce(of: used) == true
        }
    }

    private static let maximumAttempts = 4

    let credentials: DigestCredentials
    private let sessions = DigestSessions()

    func begin(_ request: HTTPRequest, _ body: HTTPBody?, _ next: Next) -> Observable<TransportEvent> {
        if request.headerFields.contains(.authorization) { return next(request, body) }
        if credentials.hasColonInUser {
            return .error(
                DigestAuthenticationError("the user name contains a colon, which digests cannot represent. Remove it"))
        }
        let (use, latest) = sessions.use(for: request.path ?? "/")
        return send(request, body, next, Attempt(use: use, latest: latest))
    }

    private func send(
        _ request: HTTPRequest, _ body: HTTPBody?, _ next: Next, _ attempt: Attempt
    ) -> Observable<TransportEvent> {
        var authorized = request
        let authorization = attempt.use.map { use in
            credentials.authorization(for: request, to: use.challenge, clientNonce: use.clientNonce, count: use.count)
        }
        authorized.setSignature(
            authorization ?? request.headerFields[.authorization], of: credentials.signer, coversFields: false)
        return next.attempt(next.attempt + attempt.number)(authorized, body).interceptHead { head in
            guard head.status == .unauthorized else {
                if let use = attempt.use, let nonce = head.nextDigestNonce {
                    sessions.replaceNonce(of: use, with: nonce)
                }
                return nil
            }
            guard let challenge = try DigestChallenge.strongest(in: head, to: request) else { return nil }
            let isRejected = attempt.isRejected(by: challenge)
            let isFinal = isRejected && (attempt.followsRejection || !isShared(attempt))
            guard attempt.number + 1 < Self.maximumAttempts, !isFinal else {
                if let use = attempt.use { sessions.end(use) }
                return nil
            }
            // Concurrent requests use the nonce of the first challenge.
            let use = sessions.use(of: challenge, unlessAfter: attempt.latest)
            let following = Attempt(
                number: attempt.number + 1, use: use, challenge: challenge, followsRejection: isRejected)
            return send(request, body, next, following)
        }
    }

    /// Returns whether other requests use the nonce of an attempt.
    ///
    /// A server that accepts each nonce only once, or only increasing counts, can reject such an attempt although the
    /// credentials are correct.
    private func isShared(_ attempt: Attempt) -> Bool { attempt.use.map { !sessions.isOnlyUse($0) } ?? false }
}

extension HTTPResponse {
    /// The nonce that the server expects in the next request, or `nil` if the server announces none.
    fileprivate var nextDigestNonce: String? {
        headerFields.challenges(in: "Authentication-Info").first { $0.scheme.isEmpty }?.parameters?["nextnonce"]
    }
}

extension DigestAuthentication: CustomStringConvertible, CustomReflectable {
    /// The server that the credentials are for, with secrets redacted, for example `DigestAuthentication(https://h)`.
    public var description: String { "Digest\(authentication)" }

    /// A mirror without children, so that `dump` prints only the description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
