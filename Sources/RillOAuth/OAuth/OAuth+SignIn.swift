public import RillHTTP

extension OAuth {
    /// Signs a user in with a browser: the authorization-code grant with PKCE and a loopback redirect.
    ///
    ///     let token = oauth.signIn(scopes: ["read"]) { url in print("Open \(url)") }
    ///
    /// Each subscription listens on the loopback address of the redirect URI for the browser's redirect, and stops
    /// listening when the redirect arrives, the time elapses, or the subscription is disposed. A request with a wrong
    /// `state`, path, or host is rejected, and the sign-in continues to wait. The browser shows a short page.
    ///
    /// ## Errors
    /// Fails with an ``OAuthSignInError`` if the sign-in is denied, times out, or is invalid, or if the port is in use, with
    /// any error thrown by `open`, or with the errors of ``token(_:)``.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes. Empty requests the server's default scopes.
    ///   - parameters: Additional parameters of the authorization request, such as `prompt`. Must not contain the
    ///     parameters that the sign-in sets, such as `state` and `scope`. Defaults to none.
    ///   - redirectURI: The redirect URI that is registered at the server, with the host `127.0.0.1`, `[::1]`, or
    ///     `localhost`, which means both addresses. Without a port, the sign-in adds a free one, and the server must permit
    ///     any port, as RFC 8252 requires. Must not contain a query or a fragment. Defaults to
    ///     `http://127.0.0.1/callback`.
    ///   - timeout: The maximum time until the redirect arrives. Must be greater than zero. Defaults to 5 minutes.
    ///   - open: A closure that opens the URL of the authorization request in a browser, or prints it.
    /// - Returns: A cold `Observable<OAuthToken>` that emits one token and then completes.
    /// - SeeAlso: RFC 7636, RFC 8252, and RFC 9207
    public func signIn(
        scopes: [String] = [], parameters: QueryItems = [:],
        redirectURI: String = "http://127.0.0.1/callback", timeout: Duration = .seconds(300),
        open: @escaping @Sendable (String) throws -> Void
    ) -> Observable<OAuthToken> {
        .deferred { [self] in
            if let name = parameters.map(\.name).first(where: Self.reservedParameters.contains) {
                throw OAuthSignInError(
                    .unsupported,
                    "the parameter \(name) is set by the sign-in. Remove it from the additional parameters")
            }
            try validateTokenRequest()
            let endpoint = try OAuthServer.checked(server.authorizationEndpoint, "authorization endpoint")
            let proof = ProofKey()
            let uri = try RedirectURI(redirectURI)
            let makeGrant = { @Sendable (listener: RedirectListener) in
                let check = RedirectCheck(
                    uri: listener.uri, state: ProofKey.randomText(), issuer: server.issuer,
                    requiresIssuer: server.redirectsContainIssuer)
                let url = authorizationURL(endpoint, scopes, parameters, check, proof)
                return listener.result(check) { try open(url) }
                    .map { OAuthGrant.authorizationCode($0, redirectURI: check.uri.text, codeVerifier: proof.verifier) }
            }
            return Observable.using({ try RedirectListener(uri) }, makeGrant, release: { $0.stop() })
                // A sign-in that was just disposed may not yet have closed the port.
                .retry(
                    .constantBackoff(attempts: 40, delay: .milliseconds(25)).retrying {
                        ($0 as? OAuthSignInError)?.isPortInUse == true
                    },
                    scheduler: scheduler
                )
                .take(1)
                .deadline(timeout, scheduler: scheduler)
                .mapError { error in
                    guard (error as? StreamError)?.code == .deadline else { return error }
                    let time = "\(timeout / .seconds(1)) s".replacing(".0 s", with: " s")
                    return OAuthSignInError(
                        .timedOut, "timed out after \(time) waiting for the redirect of the browser. Sign in again")
                }
                .flatMap { token($0) }
                .map { $0.filling(scopes) }
        }
    }

    /// The parameters that the sign-in itself sets.
    private static let reservedParameters: Set = [
        "response_type", "client_id", "redirect_uri", "state", "code_challenge", "code_challenge_method", "scope",
    ]

    private func authorizationURL(
        _ endpoint: HTTPRequest, _ scopes: [String], _ parameters: QueryItems, _ check: RedirectCheck, _ proof: ProofKey
    ) -> String {
        let items: QueryItems = [
            "response_type": "code", "client_id": clientID, "redirect_uri": check.uri.text, "state": check.state,
            "code_challenge": proof.challenge, "code_challenge_method": "S256",
            "scope": scopes.isEmpty ? nil : scopes.joined(separator: " "),
        ]
        let url = "\(endpoint.origin)\(endpoint.path ?? "")"
        return "\(url)\(url.contains("?") ? "&" : "?")\((items + parameters).encoded)"
    }
}
