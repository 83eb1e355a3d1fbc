public import RillHTTP

extension ConoHaSession {
    /// Returns the current token, and issues one if there is none.
    ///
    /// ## Errors
    /// Fails with the `APIError` of the authentication.
    ///
    /// - Returns: A cold `Observable<SessionToken>` that emits one token and then completes.
    public func token() -> Observable<SessionToken> {
        tokens.valid()
    }

    /// Returns the endpoint of a service, and issues a token if there is none.
    ///
    /// ## Errors
    /// Fails with the `APIError` of the authentication, or with a ``CatalogError`` if the catalog has no matching
    /// endpoint or has matching endpoints in several regions.
    ///
    /// - Parameters:
    ///   - type: The type of the service.
    ///   - region: The region. May be `nil` if the service has only one region.
    ///   - interface: The endpoint interface. Defaults to public.
    /// - Returns: A cold `Observable<ServiceEndpoint>` that emits one endpoint and then completes.
    public func endpoint(
        for type: ServiceType, region: Region? = nil, interface: EndpointInterface = .public
    ) -> Observable<ServiceEndpoint> {
        token().map { try $0.catalog.endpoint(for: type, region: region, interface: interface) }
    }

    /// Returns a client for a service, with the base URL from the catalog and the session's token.
    ///
    /// The client decodes JSON and errors like the identity service. Change its properties if a service differs:
    ///
    ///     let compute = session.client(for: .compute, region: .tyo1)
    ///     let page = compute.flatMap { $0.send(ListServers()) }
    ///
    /// The base URL of the DNS service is the URL in the catalog without a trailing version, because the paths of its
    /// requests begin with the version. For the same reason, send this library's requests to the identity service with
    /// ``identity``.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``.
    ///
    /// - Parameters:
    ///   - type: The type of the service.
    ///   - region: The region. May be `nil` if the service has only one region.
    ///   - interface: The endpoint interface. Defaults to public.
    /// - Returns: A cold `Observable<Client>` that emits one client and then completes.
    public func client(
        for type: ServiceType, region: Region? = nil, interface: EndpointInterface = .public
    ) -> Observable<Client> {
        endpoint(for: type, region: region, interface: interface).map {
            self.client(at: type == .dns ? ServiceBaseURL.dns($0.url) : $0.url)
        }
    }

    /// Sends a request to a service of the catalog, with the session's token.
    ///
    /// ## Errors
    /// The errors of ``endpoint(for:region:interface:)``, and the `APIError` of the request.
    ///
    /// - Parameters:
    ///   - request: The request to send. Its path is appended to the base URL of ``client(for:region:interface:)``.
    ///   - type: The type of the service.
    ///   - region: The region. May be `nil` if the service has only one region.
    ///   - interface: The endpoint interface. Defaults to public.
    /// - Returns: A cold observable that emits one value and then completes.
    public func send<SomeRequest: Request>(
        _ request: SomeRequest, to type: ServiceType, region: Region? = nil, interface: EndpointInterface = .public
    ) -> Observable<SomeRequest.Response> {
        client(for: type, region: region, interface: interface).flatMap { $0.send(request) }
    }

    /// Revokes the session's token.
    ///
    /// The next request that requires a token issues a new one.
    ///
    /// Version 2.0 allows only administrators to revoke tokens. There, the session discards its token, which remains
    /// valid until it expires. If the session has no token, no request is sent.
    ///
    /// ## Errors
    /// Fails with an `APIError` and keeps the token. It is not an error if the token is already invalid.
    ///
    /// - Returns: A cold `Observable<Void>` that emits one value and then completes.
    public func revoke() -> Observable<Void> {
        .deferred { [self] in
            guard let token = tokens.credential else { return .just(()) }
            guard login.isRevocable else { return .just(tokens.forget(token)) }
            return unauthenticated.with(token: token.id).revoke(token.id)
                .catch(as: APIError.self) { error in
                    // A 404 whose body is not a Keystone error comes from another server, such as a proxy.
                    let isKeystone = error.conoHa?.isKeystone == true
                    guard error.status == .unauthorized || error.status == .notFound && isKeystone else { throw error }
                    return .just(())
                }
                .map { self.tokens.forget(token) }
        }
    }
}
