public import Rill

extension ConoHaClient {
    /// Issues a token with version 2.0 of the API.
    ///
    ///     client.access(.password(userName: "gncu00000001", password: password), tenant: .id(tenantID))
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 401 if the password is wrong or the user has no access to the tenant.
    ///
    /// - Parameters:
    ///   - identity: The credentials: a user name and password, or an existing token.
    ///   - tenant: The tenant that the token is scoped to. `nil` issues an unscoped token, which can only be used to
    ///     get other tokens.
    /// - Returns: A cold `Observable<Access>` that emits one token with its catalog and then completes.
    /// - SeeAlso: `POST /v2.0/tokens`,
    ///   <https://doc.conoha.jp/reference/api-vps2/api-identity-vps2/identity-post_tokens-v2/>, read 2026-11-21.
    public func access(_ identity: AccessIdentity, tenant: TenantReference? = nil) -> Observable<Access> {
        send(IssueAccess(identity: identity, tenant: tenant))
    }

    /// Issues a token with version 3 of the API.
    ///
    ///     client.token(.password(user: .name("gncu00000001"), password: password), scope: .project(.id(projectID)))
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 401 if the password is wrong or the user has no access to the scope, 400
    /// if a name has no domain and the service is not ConoHa's, and 404 if the token or application credential does not
    /// exist.
    ///
    /// - Parameters:
    ///   - identity: The credentials.
    ///   - scope: The scope of the token. `nil` means the user's default project.
    ///   - includesCatalog: Whether the response includes the service catalog.
    /// - Returns: A cold `Observable<Token>` that emits one token and then completes.
    /// - SeeAlso: `POST /v3/auth/tokens`,
    ///   <https://doc.conoha.jp/reference/api-vps3/api-identity-vps3/identity-post_tokens-v3/>, read 2026-11-21.
    public func token(_ identity: Identity, scope: Scope? = nil, includesCatalog: Bool = true) -> Observable<Token> {
        send(IssueToken(identity: identity, scope: scope, includesCatalog: includesCatalog))
    }

    /// Validates a token and returns its user, scope and expiration date.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the token is not valid, and 401 if the client's own token is not
    /// valid.
    ///
    /// - Parameters:
    ///   - token: The token to validate.
    ///   - includesCatalog: Whether the response includes the service catalog.
    /// - Returns: A cold `Observable<Token>` that emits one token and then completes.
    /// - SeeAlso: `GET /v3/auth/tokens`,
    ///   <https://docs.openstack.org/api-ref/identity/v3/#validate-and-show-information-for-token>, read 2026-11-21.
    public func validate(_ token: Secret, includesCatalog: Bool = true) -> Observable<Token> {
        send(ValidateToken(subject: token, includesCatalog: includesCatalog))
    }

    /// Checks whether a token is valid.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 401 if the client's own token is not valid.
    ///
    /// - Parameter token: The token to check.
    /// - Returns: A cold `Observable<Bool>` that emits one value and then completes. The value is `false` if the token
    ///   is not valid.
    /// - SeeAlso: `HEAD /v3/auth/tokens`, <https://docs.openstack.org/api-ref/identity/v3/#check-token>, read 2026-11-21.
    public func check(_ token: Secret) -> Observable<Bool> {
        send(CheckToken(subject: token))
    }

    /// Revokes a token.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 404 if the token is not valid, and 401 if the client's own token is not
    /// valid.
    ///
    /// - Parameter token: The token to revoke, which may be the client's own.
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    /// - SeeAlso: `DELETE /v3/auth/tokens`, <https://docs.openstack.org/api-ref/identity/v3/#revoke-token>, read
    ///   2026-11-21.
    public func revoke(_ token: Secret) -> Observable<Void> {
        send(RevokeToken(subject: token))
    }

    /// Returns the service catalog of the client's token.
    ///
    /// ## Errors
    /// Fails with an `APIError`. The status is 403 if the token has no project scope.
    ///
    /// - Returns: A cold `Observable<Catalog>` that emits one catalog and then completes.
    /// - SeeAlso: `GET /v3/auth/catalog`, <https://docs.openstack.org/api-ref/identity/v3/#get-service-catalog>, read
    ///   2026-11-21.
    public func catalog() -> Observable<Catalog> {
        send(GetCatalog())
    }
}
