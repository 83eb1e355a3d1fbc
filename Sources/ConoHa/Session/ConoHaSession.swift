public import Rill
public import RillHTTP

/// Logs in to ConoHa, keeps the token, and renews it: what the clients of all services share.
///
///     let session = ConoHaSession(
///         .v3(.password(user: .name("gncu00000001"), password: password), scope: .project(.name("gnct00000001"))),
///         baseURL: Region.c3j1.identityURL)
///     let projects = session.identity.tokenProjects()
///     let servers = session.send(ListServers(), to: .compute, region: .c3j1)
///
/// It logs in when a token is first needed, and again shortly before the token expires, or when an answer has status 401;
/// then the request is sent once more. One log-in serves all who wait for it. If it fails it fails all of them, and whoever
/// comes later tries again. Of the two clocks only the service's counts: a token lives from its `issued_at` to its
/// `expires_at`.
///
/// What the clients of a session share lives as long as one of them. No text of it shows a token or a password.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/>, read 2026-11-21.
public final class ConoHaSession: Sendable {
    /// A client of the identity service, with the session's token.
    public let identity: ConoHaClient

    let tokens: CredentialRefresher<SessionToken>
    let login: ConoHaLogin

    /// Sends log-ins, and other requests without the session's token.
    let plain: ConoHaClient

    /// What the clients of services are made after.
    private let pattern: Client

    /// Creates a session; nothing is sent before a token is needed.
    ///
    /// - Parameters:
    ///   - login: How to log in.
    ///   - baseURL: The address of the identity service; a version behind it, as in `…/v3`, counts for nothing.
    ///   - margin: How long before a token expires it is renewed, zero or more; never more than half of its lifetime.
    ///   - transport: The way to the network.
    ///   - middleware: What stands between the clients and the transport, outermost first. The token is put on behind a
    ///     `FollowRedirects`, and before all else.
    ///   - timeout: How long a request may take, more than zero, with the log-in that it may need; nil for as long as it
    ///     takes. A log-in alone is bounded by the same.
    ///   - scheduler: On whose clock tokens expire, and who waits for the timeout.
    public init(
        _ login: ConoHaLogin,
        baseURL: String = Region.c3j1.identityURL,
        margin: Duration = .seconds(300),
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        let plain = ConoHaClient(
            baseURL: baseURL, transport: transport, middleware: middleware, timeout: timeout, scheduler: scheduler)
        let tokens = CredentialRefresher<SessionToken>(
            lifetime: { $0.lifetime }, margin: margin, scheduler: scheduler, obtain: { login.send(by: plain) })
        self.login = login
        self.plain = plain
        self.tokens = tokens
        pattern = plain.anonymous
        identity = ConoHaClient(
            anonymous: pattern, client: Self.client(pattern, tokens, at: pattern.baseURL))
    }

    /// Makes a client of a service with the session's token.
    func client(at address: String) -> Client {
        Self.client(pattern, tokens, at: address)
    }

    private static func client(
        _ pattern: Client, _ tokens: CredentialRefresher<SessionToken>, at address: String
    ) -> Client {
        var client = pattern
        client.baseURL = address
        let place = (client.middleware.lastIndex { $0 is FollowRedirects } ?? -1) + 1
        client.middleware.insert(TokenAuthentication(tokens, for: address), at: place)
        return client
    }
}

extension ConoHaSession: CustomStringConvertible, CustomReflectable {
    /// The type and the address, without the token.
    public var description: String { "ConoHaSession(\(Redactor().baseURL(plain.client.baseURL)))" }

    /// The address alone, so that no dump shows the token or the password.
    public var customMirror: Mirror {
        Mirror(self, children: ["baseURL": Redactor().baseURL(plain.client.baseURL)], displayStyle: .class)
    }
}
