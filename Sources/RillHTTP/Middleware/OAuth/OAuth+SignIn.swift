public import Rill

extension OAuth {
    /// Signs a user in with a browser: the authorization-code grant with PKCE and a loopback redirect.
    ///
    ///     let token = oauth.signIn(scopes: ["read"]) { url in print("Open \(url)") }
    ///
    /// Each subscription listens on a free port of 127.0.0.1 for the browser's redirect, and stops listening when the
    /// redirect arrives, the time elapses, or the subscription is disposed. A request with a wrong `state`, path,
    /// or host is rejected, and the sign-in continues to wait. The browser shows a short page.
    ///
    /// ## Errors
    /// Fails with an ``OAuthSignInError`` if the sign-in is denied, times out, or is invalid, with any error thrown by
    /// `open`, or with the errors of ``token(_:)``.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes. Empty requests the server's default scopes.
    ///   - parameters: Additional parameters of the authorization request, such as `prompt`. Must not contain the
    ///     parameters that the sign-in sets, such as `state` and `scope`. Defaults to none.
    ///   - redirectPath: The path of the redirect URI, `http://127.0.0.1:PORT/callback` by default. The server must permit
    ///     any port, as RFC 8252 requires.
    ///   - timeout: The maximum time until the redirect arrives. Must be greater than zero. Defaults to 5 minutes.
    ///   - open: A closure that opens the URL of the authorization request in a browser, or prints it.
    /// - Returns: A cold `Observable<OAuthToken>` that emits one token and then completes.
    /// - SeeAlso: RFC 7636, RFC 8252, and RFC 9207
    public func signIn(
        scopes: [String] = [], parameters: QueryItems = [:], redirectPath: String = "/callback",
        timeout: Duration = .seconds(300), open: @escaping @Sendable (String) throws -> Void
    ) -> Observable<OAuthToken> {
        .deferred { [self] in
            if let name = parameters.map(\.name).first(where: Self.reservedParameters.contains) {
                throw OAuthSignInError(
                    .unsupported,
                    "the parameter \(name) is set by the sign-in. Remove it from the additional parameters")
            }
            let endpoint = try OAuthServer.checked(server.authorizationEndpoint, "authorization endpoint")
            let proof = ProofKey()
            return redirects(to: redirectPath) { listener in
                let check = RedirectCheck(
                    authority: "127.0.0.1:\(listener.port)", path: redirectPath, state: ProofKey.randomText(),
                    issuer: server.issuer, requiresIssuer: server.redirectsContainIssuer)
                let url = authorizationURL(endpoint, scopes, parameters, check, proof)
                return listener.result(check) { try open(url) }
                    .map { .authorizationCode($0, redirectURI: check.redirectURI, codeVerifier: proof.verifier) }
            }
            .take(1)
            .deadline(timeout, scheduler: scheduler)
            .mapError { error in
                guard (error as? StreamError)?.code == .deadline else { return error }
                return OAuthSignInError(
                    .timedOut,
                    "timed out after \(timeout.components.seconds) s waiting for the redirect of the browser. Sign in again"
                )
            }
            .flatMap { token($0) }
            .map { $0.filling(scopes) }
        }
    }

    /// The parameters that the sign-in itself sets.
    private static let reservedParameters: Set = [
        "response_type", "client_id", "redirect_uri", "state", "code_challenge", "code_challenge_method", "scope",
    ]

    /// Listens on a port until the stream ends.
    private func redirects(
        to path: String, _ makeSource: @escaping @Sendable (RedirectListener) throws -> Observable<OAuthGrant>
    ) -> Observable<OAuthGrant> {
        guard path.hasPrefix("/"), path.utf8.allSatisfy({ 0x20 < $0 && $0 < 0x7F }),
            !path.contains(where: "?#".contains)
        else {
            return .error(
                OAuthSignInError(
                    .unsupported, "the redirect path must begin with a slash and must not contain a query or a fragment"
                ))
        }
        return .using({ try RedirectListener() }, makeSource, release: { $0.stop() })
    }

    private func authorizationURL(
        _ endpoint: BaseURL, _ scopes: [String], _ parameters: QueryItems, _ check: RedirectCheck, _ proof: ProofKey
    ) -> String {
        var items: QueryItems = [
            "response_type": "code", "client_id": clientID, "redirect_uri": check.redirectURI, "state": check.state,
            "code_challenge": proof.challenge, "code_challenge_method": "S256",
        ]
        if !scopes.isEmpty { items.append("scope", scopes.joined(separator: " ")) }
        items += parameters
        return "\(endpoint.scheme)://\(endpoint.authority)\(endpoint.target("", items))"
    }
}
