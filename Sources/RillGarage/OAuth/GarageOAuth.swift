public import RillOAuth

/// A client for the OAuth 2.0 endpoints of a Garage server with Doorkeeper: issues, inspects and revokes tokens.
///
///     let oauth = GarageOAuth(endpoint: "https://api.example.com", clientID: uid, clientSecret: secret)
///     let token = oauth.token(.password(username: "alice@example.com", password: password))
///     let other = oauth.signIn { url in print("Open \(url)") }
///
/// To have a client obtain and renew its token automatically, use ``GarageCredentials``.
///
/// The streams are cold, and their errors never contain the client secret, a password or a token. The OAuth error is
/// available as ``RillHTTP/APIError/garageOAuth``.
///
/// - SeeAlso: RFC 6749, <https://github.com/doorkeeper-gem/doorkeeper/wiki/API-endpoint-descriptions-and-examples>, read
///   2026-11-21.
public struct GarageOAuth: Sendable {
    /// The client for the requests of OAuth 2.0.
    public let oauth: OAuth

    private let client: Client

    /// Creates a client for the token endpoints.
    ///
    /// - Parameters:
    ///   - endpoint: The base URL of the server: `https://api.example.com`. The scheme must be `https`, except on a
    ///     loopback address.
    ///   - clientID: The client identifier of the application, which Doorkeeper calls its UID.
    ///   - clientSecret: The client secret of the application.
    ///   - path: The path before `/token`. Defaults to `oauth`.
    ///   - transport: The transport that sends the requests.
    ///   - middleware: The middleware between the client and the transport, outermost first. Must not contain
    ///     `FollowRedirects`, because the requests contain secrets; otherwise, all requests fail.
    ///   - timeout: The timeout of a request. Must be greater than zero. Defaults to 60 seconds, because a token
    ///     renewal that never ends blocks all requests that need the token. `nil` means no limit.
    ///   - scheduler: The scheduler used for the timeout.
    public init(
        endpoint: String,
        clientID: String,
        clientSecret: String,
        path: String = "oauth",
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        timeout: Duration? = .seconds(60),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        let base = BaseURL.join(endpoint, path)
        let server = OAuthServer(
            tokenEndpoint: BaseURL.join(base, "token"), authorizationEndpoint: BaseURL.join(base, "authorize"),
            revocationEndpoint: BaseURL.join(base, "revoke"))
        oauth = OAuth(
            server, clientID: clientID, authentication: .unencodedBasic(secret: clientSecret), transport: transport,
            middleware: middleware, timeout: timeout, scheduler: scheduler)
        client = Client(
            baseURL: base, transport: transport, defaultFields: [.accept: "application/json"],
            errorDecoder: OAuthError.decoder, middleware: middleware, timeout: timeout, scheduler: scheduler)
    }

    /// Requests a token.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The underlying error is a ``GarageOAuthError`` if the server rejects the request:
    /// `invalidGrant` for a wrong password, `invalidClient` for a wrong client secret. Fails at the `decoding` stage
    /// if the token type is not `Bearer`.
    ///
    /// - Parameter grant: The grant.
    /// - Returns: A cold `Observable<GarageToken>` that emits one token and then completes.
    /// - SeeAlso: `POST /oauth/token`
    public func token(_ grant: GarageGrant) -> Observable<GarageToken> {
        oauth.token(grant)
    }

    /// Signs a user in with a browser.
    ///
    /// The redirect URI `http://127.0.0.1/callback` must be registered for the application. Doorkeeper permits any port of a
    /// loopback address.
    ///
    /// ## Errors
    /// Fails with an `OAuthSignInError` if the user denies the sign-in or the time elapses, or with the errors of
    /// ``token(_:)``.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes. Empty requests the server's default scopes.
    ///   - timeout: The maximum time until the redirect arrives. Must be greater than zero. Defaults to 5 minutes.
    ///   - open: A closure that opens the URL of the authorization request in a browser, or prints it.
    /// - Returns: A cold `Observable<GarageToken>` that emits one token and then completes.
    /// - SeeAlso: `GET /oauth/authorize`
    public func signIn(
        scopes: [String] = [], timeout: Duration = .seconds(300), open: @escaping @Sendable (String) throws -> Void
    ) -> Observable<GarageToken> {
        oauth.signIn(scopes: scopes, timeout: timeout, open: open)
    }

    /// Returns the server's information about a token.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 401 if the token is not valid.
    ///
    /// - Parameter accessToken: The access token.
    /// - Returns: A cold `Observable<GarageTokenInfo>` that emits one value and then completes.
    /// - SeeAlso: `GET /oauth/token/info`
    public func info(of accessToken: String) -> Observable<GarageTokenInfo> {
        client.send(GetTokenInfo(client: client, accessToken: accessToken))
    }

    /// Revokes a token.
    ///
    /// The server treats an unknown token as already revoked.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The underlying error is a ``GarageOAuthError`` if the application may not revoke the
    /// token.
    ///
    /// - Parameter token: The access token or the refresh token.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    /// - SeeAlso: `POST /oauth/revoke`, RFC 7009
    public func revoke(_ token: String) -> Observable<Void> {
        oauth.revoke(token)
    }
}

extension GarageOAuth: CustomStringConvertible, CustomReflectable {
    /// The type name and the base URL, without the client credentials.
    public var description: String { "GarageOAuth(\(HTTPRequest.redactedURL(client.baseURL)))" }

    /// A mirror with only the base URL, so that `dump` does not show the client secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["baseURL": HTTPRequest.redactedURL(client.baseURL)], displayStyle: .struct)
    }
}

/// Gets information about a token: `GET /oauth/token/info`.
private struct GetTokenInfo: Request {
    typealias Response = GarageTokenInfo
    let client: Client
    let accessToken: String
    var path: URLPath { "/token/info" }
    var headerFields: HTTPFields { [.authorization: "Bearer \(accessToken)"] }

    func validate() throws {
        try OAuthServer.validate(client.middleware, of: "GarageOAuth")
        try OAuthServer.validate(client.baseURL, "endpoint")
    }
}
