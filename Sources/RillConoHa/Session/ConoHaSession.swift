public import RillHTTP

/// A session that issues, keeps and renews the token shared by the clients of all services.
///
///     let session = ConoHaSession(
///         .v3(.password(user: .name("gncu00000001"), password: password), scope: .project(.name("gnct00000001"))),
///         baseURL: Region.c3j1.identityURL)
///     let projects = session.identity.tokenProjects()
///     let servers = session.servers(region: .c3j1).map(\.servers)
///
/// The session issues a token when one is first needed, and renews it shortly before it expires or when a request fails
/// with status 401. In the latter case, the request is retried once. Concurrent requests share one authentication. If
/// it fails, all waiting requests fail, and the next request tries again. The lifetime of a token is computed only from
/// the service's clock, from its `issued_at` to its `expires_at`.
///
/// Each client of a session retains the shared state. Descriptions and dumps redact tokens and passwords.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/>, read 2026-11-21.
public final class ConoHaSession: Sendable {
    /// A client for the identity service that uses the session's token.
    public let identity: ConoHaClient

    let tokens: CredentialRefresher<SessionToken>
    let login: ConoHaLogin

    /// Sends the requests that issue tokens, and other requests without the session's token.
    ///
    /// Its `anonymous` client is the template for the clients of services.
    let unauthenticated: ConoHaClient

    /// Creates a session.
    ///
    /// No request is sent until a token is needed.
    ///
    /// - Parameters:
    ///   - login: The credentials and the scope.
    ///   - baseURL: The base URL of the identity service. A version at its end, as in `…/v3`, is ignored.
    ///   - margin: The remaining lifetime at which a token is renewed. Must not be negative. Capped at half of the
    ///     token's lifetime. Defaults to 5 minutes.
    ///   - transport: The transport that sends the requests.
    ///   - middleware: The middleware between the clients and the transport, outermost first. The middleware that adds
    ///     the token is inserted after the last `FollowRedirects`, or before all other middleware.
    ///   - timeout: The timeout of a request, including the authentication that it may need. It also applies to the
    ///     authentication alone. Must be greater than zero. `nil` means no limit.
    ///   - scheduler: The scheduler used for the expiration of tokens and for timeouts.
    public init(
        _ login: ConoHaLogin,
        baseURL: String = Region.c3j1.identityURL,
        margin: Duration = .seconds(300),
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        let unauthenticated = ConoHaClient(
            baseURL: baseURL, transport: transport, middleware: middleware, timeout: timeout, scheduler: scheduler)
        let tokens = CredentialRefresher<SessionToken>(
            lifetime: { $0.lifetime }, margin: margin, scheduler: scheduler, obtain: { login.send(by: unauthenticated) }
        )
        self.login = login
        self.unauthenticated = unauthenticated
        self.tokens = tokens
        let template = unauthenticated.anonymous
        identity = ConoHaClient(
            anonymous: template, client: template.authenticated(by: tokens, at: template.baseURL))
    }

    /// Returns a client for a service that uses the session's token.
    func client(at baseURL: String) -> Client {
        unauthenticated.anonymous.authenticated(by: tokens, at: baseURL)
    }
}

extension Client {
    fileprivate func authenticated(by tokens: CredentialRefresher<SessionToken>, at baseURL: String) -> Client {
        var client = self
        client.baseURL = baseURL
        let index = (client.middleware.lastIndex { $0 is FollowRedirects } ?? -1) + 1
        client.middleware.insert(TokenAuthentication(tokens, for: baseURL), at: index)
        return client
    }
}

extension ConoHaSession: CustomStringConvertible, CustomReflectable {
    /// The type name and the base URL, without the token.
    public var description: String { "ConoHaSession(\(HTTPRequest.redactedURL(unauthenticated.client.baseURL)))" }

    /// A mirror with only the base URL, so that `dump` shows neither the token nor the password.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["baseURL": HTTPRequest.redactedURL(unauthenticated.client.baseURL)], displayStyle: .class)
    }
}
