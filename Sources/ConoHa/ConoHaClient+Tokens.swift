public import Rill

extension ConoHaClient {
    /// Logs in by version 2.0.
    ///
    ///     client.access(.password(userName: "gncu00000001", password: password), tenant: .id(tenantID))
    ///
    /// ## Errors
    /// `APIError`, with status 401 if the password is wrong, or the user has no such tenant.
    ///
    /// - Parameters:
    ///   - identity: Who asks, and what proves it: a password, or a token that is there already.
    ///   - tenant: Whose services the token should be for; nil for none: then it is good for nothing but other tokens.
    /// - Returns: A cold `Observable<Access>`: exactly one token with its catalog, then completed.
    /// - SeeAlso: `POST /v2.0/tokens`,
    ///   <https://doc.conoha.jp/reference/api-vps2/api-identity-vps2/identity-post_tokens-v2/>, read 2026-11-21.
    public func access(_ identity: AccessIdentity, tenant: TenantReference? = nil) -> Observable<Access> {
        send(IssueAccess(identity: identity, tenant: tenant))
    }

    /// Logs in by version 3.
    ///
    ///     client.token(.password(user: .name("gncu00000001"), password: password), scope: .project(.id(projectID)))
    ///
    /// ## Errors
    /// `APIError`: with status 401 if the password is wrong, or the user may not have that scope; with 400 if a name comes
    /// without a domain and the service is not ConoHa's; with 404 if a token or an application credential is not known.
    ///
    /// - Parameters:
    ///   - identity: Who asks, and what proves it.
    ///   - scope: What the token should be for; nil for the user's default project.
    ///   - includesCatalog: Whether the answer should list the services.
    /// - Returns: A cold `Observable<Token>`: exactly one token, then completed.
    /// - SeeAlso: `POST /v3/auth/tokens`,
    ///   <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-post_tokens-v3/>, read 2026-11-21.
    public func token(
        _ identity: Identity, scope: Scope? = nil, includesCatalog: Bool = true
    ) -> Observable<Token> {
        send(IssueToken(identity: identity, scope: scope, includesCatalog: includesCatalog))
    }

    /// Reads what a token is good for, and until when.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such token; with 401 if the client's own is not good.
    ///
    /// - Parameters:
    ///   - token: The token that is asked about.
    ///   - includesCatalog: Whether the answer should list the services.
    /// - Returns: A cold `Observable<Token>`: exactly one token, then completed.
    /// - SeeAlso: `GET /v3/auth/tokens`,
    ///   <https://docs.openstack.org/api-ref/identity/v3/#validate-and-show-information-for-token>, read 2026-11-21.
    public func validate(_ token: Secret, includesCatalog: Bool = true) -> Observable<Token> {
        send(ValidateToken(subject: token, includesCatalog: includesCatalog))
    }

    /// Asks whether a token is good.
    ///
    /// ## Errors
    /// `APIError`, with status 401 if the client's own token is not good.
    ///
    /// - Parameter token: The token that is asked about.
    /// - Returns: A cold `Observable<Bool>`: exactly one value, false if there is no such token, then completed.
    /// - SeeAlso: `HEAD /v3/auth/tokens`, <https://docs.openstack.org/api-ref/identity/v3/#check-token>, read 2026-11-21.
    public func check(_ token: Secret) -> Observable<Bool> {
        send(CheckToken(subject: token))
    }

    /// Makes a token worthless.
    ///
    /// ## Errors
    /// `APIError`: with status 404 if there is no such token; with 401 if the client's own is not good.
    ///
    /// - Parameter token: The token; it may be the client's own.
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    /// - SeeAlso: `DELETE /v3/auth/tokens`, <https://docs.openstack.org/api-ref/identity/v3/#revoke-token>, read
    ///   2026-11-21.
    public func revoke(_ token: Secret) -> Observable<Void> {
        send(RevokeToken(subject: token))
    }

    /// Reads which services the client's token is good for.
    ///
    /// ## Errors
    /// `APIError`, with status 403 if the token is for no project.
    ///
    /// - Returns: A cold `Observable<Catalog>`: exactly one catalog, then completed.
    /// - SeeAlso: `GET /v3/auth/catalog`, <https://docs.openstack.org/api-ref/identity/v3/#get-service-catalog>, read
    ///   2026-11-21.
    public func catalog() -> Observable<Catalog> {
        send(GetCatalog())
    }
}
