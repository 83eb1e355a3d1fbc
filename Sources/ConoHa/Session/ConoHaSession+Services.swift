public import Rill
public import RillHTTP

extension ConoHaSession {
    /// Finds the token that is good now, and logs in if there is none.
    ///
    /// ## Errors
    /// `APIError`: that of the log-in.
    ///
    /// - Returns: A cold `Observable<SessionToken>`: exactly one token, then completed.
    public func token() -> Observable<SessionToken> {
        tokens.valid()
    }

    /// Finds where a service is, and logs in if nobody has yet.
    ///
    /// ## Errors
    /// `APIError`: that of the log-in. ``CatalogError`` if the catalog has no such endpoint, or several.
    ///
    /// - Parameters:
    ///   - type: What the service does.
    ///   - region: Where; nil for the only region that there is.
    ///   - interface: Who asks.
    /// - Returns: A cold `Observable<ServiceEndpoint>`: exactly one endpoint, then completed.
    public func endpoint(
        for type: ServiceType, region: Region? = nil, interface: EndpointInterface = .public
    ) -> Observable<ServiceEndpoint> {
        token().map { try $0.catalog.endpoint(for: type, region: region, interface: interface) }
    }

    /// Makes a client of a service: its address is that of the catalog, and its requests carry the session's token.
    ///
    /// Its JSON is read, and its errors are, as the identity service's; change what a service does differently:
    ///
    ///     let compute = session.client(for: .compute, region: .tyo1)
    ///     let servers = compute.flatMap { $0.send(ListServers()) }
    ///
    /// ## Errors
    /// As ``endpoint(for:region:interface:)``.
    ///
    /// - Parameters:
    ///   - type: What the service does.
    ///   - region: Where; nil for the only region that there is.
    ///   - interface: Who asks.
    /// - Returns: A cold `Observable<Client>`: exactly one client, then completed.
    public func client(
        for type: ServiceType, region: Region? = nil, interface: EndpointInterface = .public
    ) -> Observable<Client> {
        endpoint(for: type, region: region, interface: interface).map { self.client(at: $0.url) }
    }

    /// Sends a request to a service of the catalog, with the session's token.
    ///
    /// ## Errors
    /// As ``endpoint(for:region:interface:)``, and `APIError`.
    ///
    /// - Parameters:
    ///   - request: What to ask for; its path is put behind the address of the catalog.
    ///   - type: What the service does.
    ///   - region: Where; nil for the only region that there is.
    ///   - interface: Who asks.
    /// - Returns: A cold observable: exactly one value, then completed.
    public func send<Endpoint: Request>(
        _ request: Endpoint, to type: ServiceType, region: Region? = nil, interface: EndpointInterface = .public
    ) -> Observable<Endpoint.Response> {
        client(for: type, region: region, interface: interface).flatMap { $0.send(request) }
    }

    /// Makes the session's token worthless; what needs one later logs in again.
    ///
    /// Version 2.0 lets nobody do that but those who run the cloud: there the session forgets its token, which stays good
    /// until it expires. Without a token nothing is sent.
    ///
    /// ## Errors
    /// `APIError`, after which the token is kept. That the service does not know the token any more is none.
    ///
    /// - Returns: A cold `Observable<Void>`: exactly one value, then completed.
    public func revoke() -> Observable<Void> {
        .deferred { [self] in
            guard let token = tokens.credential else { return .just(()) }
            guard login.isRevocable else { return .just(tokens.forget(token)) }
            return plain.with(token: token.id).revoke(token.id)
                .catch { error in
                    let status = (error as? APIError)?.status
                    // A page with status 404 does not come from Keystone.
                    let isGone = status == .unauthorized || status == .notFound && (error as? APIError)?.conoHa != nil
                    guard isGone else { throw error }
                    return .just(())
                }
                .map { self.tokens.forget(token) }
        }
    }
}
