public import Foundation
public import RillHTTP

/// A client of an OAuth 2.0 authorization server: signs users in, and requests, renews and revokes tokens.
///
///     let oauth = OAuth(server, clientID: "example-program")
///     let token = try await oauth.signIn { print("Open \($0)") }.firstValue()
///
/// To have a client renew its token automatically, use ``OAuthCredentials``.
///
/// The observables are cold. Their errors never contain a token, a code, or a client secret. The error response of the
/// server is available as `APIError.oauth`.
///
/// - SeeAlso: RFC 6749
public struct OAuth: Sendable {
    /// The authorization server.
    public let server: OAuthServer

    /// The client identifier of the application.
    public let clientID: String

    let scheduler: any Scheduler
    fileprivate let authentication: OAuthClientAuthentication
    private let client: Client
    private let now: @Sendable () -> Date

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - server: The authorization server.
    ///   - clientID: The client identifier of the application.
    ///   - authentication: The method with which the client identifies itself. Defaults to `none`, for public clients.
    ///   - transport: The transport that sends the requests.
    ///   - middleware: The middleware between the client and the transport, outermost first. Must not contain
    ///     ``/RillHTTP/FollowRedirects``, because the requests contain secrets; otherwise, all requests fail.
    ///   - timeout: The timeout of a request. Must be greater than zero. Defaults to 60 seconds, because a token renewal
    ///     that never ends blocks all requests that need the token. `nil` means no limit.
    ///   - scheduler: The scheduler used for timeouts and polling.
    ///   - now: A closure that returns the current date, used for the creation date of tokens.
    public init(
        _ server: OAuthServer, clientID: String, authentication: OAuthClientAuthentication = .none,
        transport: any Transport = makeDefaultTransport(), middleware: [any Middleware] = [],
        timeout: Duration? = .seconds(60), scheduler: any Scheduler = ConcurrentDispatchQueueScheduler(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.server = server
        self.clientID = clientID
        self.authentication = authentication
        self.scheduler = scheduler
        self.now = now
        client = Client(
            baseURL: server.tokenEndpoint, transport: transport, defaultFields: [.accept: "application/json"],
            errorDecoder: OAuthError.decoder, middleware: middleware, timeout: timeout, bodyLimit: 1 << 20,
            scheduler: scheduler)
    }

    /// Requests a token.
    ///
    /// ## Errors
    /// Fails with an `APIError`. Its property `oauth` is an ``OAuthError`` if the server rejects the request:
    /// `OAuthError.Code.invalidGrant` for a rejected code, refresh token or password,
    /// `OAuthError.Code.invalidClient` for a wrong client secret. Fails at the `decoding` stage if the token
    /// is missing or invalid, or if its type is not `Bearer`.
    ///
    /// - Parameter grant: The grant.
    /// - Returns: A cold `Observable<OAuthToken>` that emits one token and then completes.
    /// - SeeAlso: RFC 6749, 4 and 6
    public func token(_ grant: OAuthGrant) -> Observable<OAuthToken> {
        let items = grant.form
        return client.send(
            FormRequest(
                oauth: self, url: server.tokenEndpoint, name: "token endpoint", items: items,
                parser: .token { [self] text in
                    HTTPRequest(
                        method: .post, url: server.tokenEndpoint,
                        headerFields: authentication.fields(clientID: clientID)
                    )
                    .redacted(text, body: .form(items + authentication.parameters(clientID: clientID)))
                })
        )
        .map { [now] token in
            var token = token
            token.createdAt = now()
            return token.filling(grant.scopes)
        }
    }

    /// Revokes a token.
    ///
    /// The request also succeeds if the server does not know the token.
    ///
    /// ## Errors
    /// Fails with an `APIError`, including when the server has no revocation endpoint.
    ///
    /// - Parameter token: The access token or the refresh token.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    /// - SeeAlso: RFC 7009
    public func revoke(_ token: String) -> Observable<Void> {
        // The body of the response is ignored (RFC 7009, 2.2).
        client.send(
            FormRequest(
                oauth: self, url: server.revocationEndpoint, name: "revocation endpoint", items: ["token": token],
                parser: .nothing))
    }

    /// Requests a device code.
    func deviceCode(_ scopes: [String]) -> Observable<OAuthDeviceCode> {
        client.send(
            FormRequest(
                oauth: self, url: server.deviceAuthorizationEndpoint, name: "device authorization endpoint",
                items: ["scope": scopes.isEmpty ? nil : scopes.joined(separator: " ")],
                parser: .json.validateJSON().withSecretBody))
    }

    /// Checks that a request to the token endpoint can be sent, before a sign-in asks the user.
    ///
    /// - Throws: The error of ``token(_:)``.
    func validateTokenRequest() throws(APIError) {
        let request = FormRequest(
            oauth: self, url: server.tokenEndpoint, name: "token endpoint", items: [:], parser: .nothing)
        do {
            try request.validate()
        } catch {
            throw client.failure(of: request, error)
        }
    }

    fileprivate func validate(_ url: String?, _ name: String) throws {
        try OAuthServer.validate(client.middleware, of: "OAuth")
        try OAuthServer.validate(url, name)
        try authentication.validate(clientID: clientID)
    }
}

extension OAuth: CustomStringConvertible, CustomReflectable {
    /// The type name and the URL of the token endpoint, without the client secret.
    public var description: String { "OAuth(\(HTTPRequest.redactedURL(server.tokenEndpoint)))" }

    /// A mirror with only the server and the client identifier, so that `dump` does not show the client secret.
    public var customMirror: Mirror {
        Mirror(
            self, children: ["tokenEndpoint": HTTPRequest.redactedURL(server.tokenEndpoint), "clientID": clientID],
            displayStyle: .struct)
    }
}

extension ResponseParser<OAuthToken> {
    /// Returns a parser of a token, or of the error that some servers send with the status 200.
    ///
    /// - Parameter redact: A closure that redacts the secrets of the request.
    fileprivate static func token(_ redact: @escaping @Sendable (String) -> String) -> ResponseParser {
        let token = ResponseParser.json.validateJSON()
        return ResponseParser(accept: token.accept) { head, body, decoder in
            if let error = OAuthError(ofAccepted: head, body: body, redact) {
                throw BodyDecodingError(.malformed, "\(error)", underlying: error)
            }
            return try token.read(head, body, decoder: decoder)
        }
        .withSecretBody
    }
}

/// A request with a form to an endpoint of the authorization server.
private struct FormRequest<Response: Sendable>: Request {
    let oauth: OAuth

    /// The URL of the endpoint, or `nil` if the server has none.
    let url: String?
    let name: String
    let items: QueryItems
    let parser: ResponseParser<Response>

    var method: HTTPRequest.Method { .post }
    var baseURL: String? { url }
    var path: URLPath { "" }
    var headerFields: HTTPFields { oauth.authentication.fields(clientID: oauth.clientID) }
    var body: HTTPBody { .form(items + oauth.authentication.parameters(clientID: oauth.clientID)) }

    func validate() throws { try oauth.validate(url, name) }
}
