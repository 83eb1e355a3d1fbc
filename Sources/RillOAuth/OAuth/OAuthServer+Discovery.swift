public import RillHTTP

extension OAuthServer {
    /// Reads the discovery document of an authorization server.
    ///
    /// Requests `/.well-known/oauth-authorization-server` first. If the server responds with a status from 400 to 499 or
    /// with an invalid document, requests `/.well-known/openid-configuration`. The issuer in the document must
    /// be equal to the given one, so that a document of one server cannot contain another server's identity.
    ///
    /// ## Errors
    /// Fails with an `APIError` if a request fails, or with an ``OAuthSignInError`` if the document contains another issuer
    /// or a URL that does not use `https` and is not on a loopback address.
    ///
    /// - Parameters:
    ///   - issuer: The issuer identifier, such as `https://login.example.com`.
    ///   - transport: The transport that sends the requests.
    ///   - timeout: The timeout of each request. Must be greater than zero. Defaults to 60 seconds.
    ///   - scheduler: The scheduler used for the timeout.
    /// - Returns: A cold observable that emits one server and then completes.
    /// - SeeAlso: RFC 8414 and OpenID Connect Discovery 1.0
    public static func discover(
        _ issuer: String, transport: any Transport = makeDefaultTransport(), timeout: Duration = .seconds(60),
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) -> Observable<OAuthServer> {
        .deferred {
            let base = try checked(issuer, "issuer")
            guard !issuer.contains("?") else {
                throw OAuthSignInError(.unsupported, "the issuer contains a query. Remove it")
            }
            let origin = base.origin
            var path = base.path ?? ""
            while path.hasSuffix("/") { path.removeLast() }
            let client = Client(
                baseURL: origin, transport: transport, defaultFields: [.accept: "application/json"], timeout: timeout,
                bodyLimit: 1 << 20, scheduler: scheduler)
            @Sendable func document(_ url: String) -> Observable<OAuthServer> {
                client.send(Endpoint<OAuthServer>(.url(url), parser: .json.validateJSON())).map {
                    try $0.checked(issuer: issuer)
                }
            }
            let openID = document("\(origin)\(path)/.well-known/openid-configuration")
            return document("\(origin)/.well-known/oauth-authorization-server\(path)").catch { error in
                // Some servers respond to unknown paths with a page and the status 200.
                guard let error = error as? APIError,
                    error.stage == .decoding || error.status.map({ 400...499 ~= $0.code }) ?? false
                else { throw error }
                return openID
            }
        }
    }

    /// Returns the server if its document belongs to an issuer and contains only secure URLs.
    private func checked(issuer expected: String) throws -> OAuthServer {
        guard issuer == expected else {
            throw OAuthSignInError(
                .unsupported,
                "the discovery document is for the issuer \(issuer.map { HTTPRequest.redactedURL($0).quotedLine } ?? "(none)") "
                    + "instead of \(HTTPRequest.redactedURL(expected).quotedLine). "
                    + "Use the issuer exactly as the server states it")
        }
        _ = try Self.checked(tokenEndpoint, "token endpoint")
        for (url, name) in [
            (authorizationEndpoint, "authorization endpoint"),
            (deviceAuthorizationEndpoint, "device authorization endpoint"),
            (revocationEndpoint, "revocation endpoint"),
        ] where url != nil {
            _ = try Self.checked(url, name)
        }
        return self
    }
}
