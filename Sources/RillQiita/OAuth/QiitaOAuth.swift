public import RillOAuth

/// A client for Qiita's OAuth endpoints: issues and revokes access tokens.
///
///     let oauth = QiitaOAuth(clientID: id, clientSecret: secret)
///     print("Open \(oauth.authorizationURL(scopes: ["read_qiita"], state: state))")
///     let token = oauth.token(code: code)
///
/// The protocol differs from OAuth 2.0: requests and responses are JSON, tokens do not expire, and there are no refresh
/// tokens. A token can be stored in an `OAuthTokenFile`.
///
/// The streams are cold. Their errors never contain the client secret, a code, or a token.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs#認証認可>, read 2026-11-23.
public struct QiitaOAuth: Sendable {
    /// The client identifier of the application.
    public let clientID: String

    private let clientSecret: String
    private let client: Client

    /// Creates a client for the OAuth endpoints.
    ///
    /// - Parameters:
    ///   - clientID: The client identifier of the application.
    ///   - clientSecret: The client secret of the application.
    ///   - baseURL: The base URL, including `/api/v2`. The scheme must be `https`, except on a loopback address.
    ///   - transport: The transport that sends the requests.
    ///   - middleware: The middleware between the client and the transport, outermost first. Must not contain
    ///     `FollowRedirects`, because the requests contain secrets; otherwise, all requests fail.
    ///   - timeout: The timeout of a request. Must be greater than zero. Defaults to 60 seconds. `nil` means no limit.
    ///   - scheduler: The scheduler used for the timeout.
    public init(
        clientID: String,
        clientSecret: String,
        baseURL: String = "https://qiita.com/api/v2",
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        timeout: Duration? = .seconds(60),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        client = Client(
            baseURL: baseURL, transport: transport, defaultFields: [.accept: "application/json"],
            errorDecoder: QiitaError.decoder, middleware: middleware, timeout: timeout, scheduler: scheduler)
    }

    /// Returns the URL of the page on which a user authorizes the application.
    ///
    /// Qiita then redirects the browser to the redirect URL that is registered for the application, with the parameters
    /// `code` and `state`.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes: `read_qiita`, `write_qiita`, `read_qiita_team`, and `write_qiita_team`.
    ///   - state: A random text that cannot be guessed. Accept only a redirect with the same text.
    /// - Returns: The URL.
    /// - SeeAlso: `GET /api/v2/oauth/authorize`, <https://qiita.com/api/v2/docs#get-apiv2oauthauthorize>, read
    ///   2026-11-23.
    public func authorizationURL(scopes: [String], state: String) -> String {
        let query: QueryItems = ["client_id": clientID, "scope": scopes.joined(separator: " "), "state": state]
        var base = client.baseURL.prefix { $0 != "?" && $0 != "#" }
        while base.hasSuffix("/") { base.removeLast() }
        return "\(base)/oauth/authorize?\(query.encoded)"
    }

    /// Requests an access token for the user who authorized the application.
    ///
    /// ## Errors
    /// Fails with an `APIError`, whose ``RillHTTP/APIError/qiita`` is Qiita's error response if the code or the client
    /// secret is invalid.
    ///
    /// - Parameter code: The authorization code in the redirect. Qiita accepts it only once.
    /// - Returns: A cold `Observable<OAuthToken>` that emits one token and then completes.
    /// - SeeAlso: `POST /api/v2/access_tokens`, <https://qiita.com/api/v2/docs#post-apiv2access_tokens>, read
    ///   2026-11-23.
    public func token(code: String) -> Observable<OAuthToken> {
        client.send(
            CreateAccessToken(client: client, clientID: clientID, clientSecret: clientSecret, code: code))
    }

    /// Revokes an access token.
    ///
    /// ## Errors
    /// Fails with an `APIError`.
    ///
    /// - Parameter token: The access token. It is part of the request's path, and is redacted in errors and logs.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    /// - SeeAlso: `DELETE /api/v2/access_tokens/:access_token`,
    ///   <https://qiita.com/api/v2/docs#delete-apiv2access_tokensaccess_token>, read 2026-11-23.
    public func revoke(_ token: String) -> Observable<Void> {
        client.send(DeleteAccessToken(client: client, token: token))
    }
}

extension QiitaOAuth: CustomStringConvertible, CustomReflectable {
    /// The type name and the base URL, without the client secret.
    public var description: String { "QiitaOAuth(\(HTTPRequest.redactedURL(client.baseURL)))" }

    /// A mirror with only the base URL and the client identifier, so that `dump` does not show the client secret.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["baseURL": HTTPRequest.redactedURL(client.baseURL), "clientID": clientID],
            displayStyle: .struct)
    }
}

/// Issues an access token: `POST /access_tokens`.
private struct CreateAccessToken: Request {
    typealias Response = OAuthToken
    let client: Client
    let clientID: String
    let clientSecret: String
    let code: String

    var method: HTTPRequest.Method { .post }
    var path: URLPath { "/access_tokens" }

    var body: HTTPBody {
        .json(["client_id": clientID, "client_secret": clientSecret, "code": code])
    }

    var parser: ResponseParser<OAuthToken> {
        ResponseParser<AccessToken>.json.validateJSON().withSecretBody
            .map { OAuthToken(accessToken: $0.token, scopes: $0.scopes) }
    }

    func validate() throws { try client.validateForSecrets() }
}

/// Qiita's format of an access token.
private struct AccessToken: Decodable {
    let token: String
    let scopes: [String]
}

/// Revokes an access token: `DELETE /access_tokens/:access_token`.
private struct DeleteAccessToken: Request {
    typealias Response = Void
    let client: Client
    let token: String

    var method: HTTPRequest.Method { .delete }
    var path: URLPath { "/access_tokens/\(secret: token)" }
    var parser: ResponseParser<Void> { .nothing.validateJSON() }

    func validate() throws { try client.validateForSecrets() }
}

extension Client {
    /// Checks that secrets are sent only to the server of the base URL, and encrypted.
    fileprivate func validateForSecrets() throws {
        try OAuthServer.validate(middleware, of: "QiitaOAuth")
        try OAuthServer.validate(baseURL, "base URL")
    }
}
