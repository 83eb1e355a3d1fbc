public import Rill
public import RillHTTP

/// Obtains, looks at and revokes the tokens of a Garage server whose authorization is Doorkeeper, as is customary.
///
///     let oauth = GarageOAuth(endpoint: "https://api.example.com", clientID: uid, clientSecret: secret)
///     let token = oauth.token(.password(username: "alice@example.com", password: password))
///
/// A client that obtains its token by itself, and renews it, is made with ``GarageCredentials``.
///
/// Its streams are cold, and all of them fail with an `APIError` and nothing else, in which there is neither the secret of
/// the application nor a password nor a token. Why a token was refused stands in its ``RillHTTP/APIError/garageOAuth``.
///
/// - SeeAlso: RFC 6749, <https://github.com/doorkeeper-gem/doorkeeper/wiki/API-endpoint-descriptions-and-examples>, read
///   2026-11-21.
public struct GarageOAuth: Sendable {
    private let client: Client

    /// Creates what asks for tokens on behalf of an application.
    ///
    /// - Parameters:
    ///   - endpoint: The address of the server: `https://api.example.com`.
    ///   - clientID: The application's identifier, which Doorkeeper calls its UID.
    ///   - clientSecret: The application's secret.
    ///   - path: What stands before `/token`: `oauth` unless said otherwise.
    ///   - transport: The way to the network.
    ///   - middleware: What stands between it and the transport, outermost first.
    ///   - timeout: How long a request may take, more than zero: a minute unless said otherwise, as a renewal that never
    ///     ended would hold up all who wait for it; nil for as long as it takes.
    ///   - scheduler: Who waits for the timeout.
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
        let basic = Authentication.basic(user: clientID, password: clientSecret, for: endpoint)
        client = Client(
            baseURL: Address.join(endpoint, path), transport: transport, defaultFields: [.accept: "application/json"],
            errorDecoder: GarageOAuthError.decoder, middleware: middleware + [basic], timeout: timeout,
            scheduler: scheduler)
    }

    /// Obtains a token.
    ///
    /// ## Errors
    /// `APIError`; with a ``GarageOAuthError`` underneath for what the server refuses: ``GarageOAuthError/Code/invalidGrant``
    /// for a wrong password, ``GarageOAuthError/Code/invalidClient`` for a wrong secret. A token that is none of the type
    /// `Bearer` fails at the stage `decoding`.
    ///
    /// - Parameter grant: By what right.
    /// - Returns: A cold `Observable<GarageToken>`: exactly one token, then completed.
    /// - SeeAlso: `POST /oauth/token`
    public func token(_ grant: GarageGrant) -> Observable<GarageToken> {
        client.send(RequestToken(grant: grant))
    }

    /// Tells what the server knows of a token.
    ///
    /// ## Errors
    /// `APIError`; with status 401 for a token that is not good any more.
    ///
    /// - Parameter accessToken: The token.
    /// - Returns: A cold `Observable<GarageTokenInfo>`: exactly one value, then completed.
    /// - SeeAlso: `GET /oauth/token/info`
    public func info(of accessToken: String) -> Observable<GarageTokenInfo> {
        client.send(GetTokenInfo(accessToken: accessToken))
    }

    /// Revokes a token: afterwards it is good for nothing.
    ///
    /// A token that the server does not know is taken for one that has been revoked.
    ///
    /// ## Errors
    /// `APIError`; with a ``GarageOAuthError`` underneath if the application may not revoke it.
    ///
    /// - Parameter token: The access token, or the refresh token.
    /// - Returns: A cold `Observable<Void>`: one value when it is done, then completed.
    /// - SeeAlso: `POST /oauth/revoke`, RFC 7009
    public func revoke(_ token: String) -> Observable<Void> {
        client.send(RevokeToken(token: token))
    }
}

extension GarageOAuth: CustomStringConvertible, CustomReflectable {
    /// The type and the address, without the application and its secret.
    public var description: String { "GarageOAuth(\(Redactor().baseURL(client.baseURL)))" }

    /// The address alone, so that no dump shows the secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["baseURL": Redactor().baseURL(client.baseURL)], displayStyle: .struct)
    }
}

/// `POST /oauth/token`: asks for a token.
private struct RequestToken: Request {
    typealias Response = GarageToken
    let grant: GarageGrant
    var method: HTTPRequest.Method { .post }
    var path: URLPath { "/token" }
    var body: HTTPBody? { .form(grant.form) }
}

/// `GET /oauth/token/info`: asks about a token.
private struct GetTokenInfo: Request {
    typealias Response = GarageTokenInfo
    let accessToken: String
    var path: URLPath { "/token/info" }
    var headerFields: HTTPFields { [.authorization: "Bearer \(accessToken)"] }
}

/// `POST /oauth/revoke`: ends a token.
private struct RevokeToken: Request {
    typealias Response = Void
    let token: String
    var method: HTTPRequest.Method { .post }
    var path: URLPath { "/revoke" }
    var body: HTTPBody? { .form(["token": token]) }
}
