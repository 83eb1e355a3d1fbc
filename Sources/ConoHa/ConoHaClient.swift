public import Rill
public import RillHTTP

/// A client of ConoHa's identity API, versions 2.0 and 3, and so of any Keystone.
///
///     let client = ConoHaClient(baseURL: Region.c3j1.identityURL)
///     let token = client.token(
///         .password(user: .name("gncu00000001"), password: password), scope: .project(.name("gnct00000001")))
///     let projects = token.flatMap { client.with(token: $0.id).tokenProjects() }
///
/// Its streams are cold: nothing is sent until someone subscribes, and disposal gives the request up. All of them fail with
/// an `APIError` and nothing else; what the service itself said stands in its ``RillHTTP/APIError/conoHa``.
///
/// Who would rather not handle tokens takes a ``ConoHaSession``.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/> and <https://docs.openstack.org/api-ref/identity/v3/>, read
///   2026-11-21.
public struct ConoHaClient: Sendable {
    /// Sends what needs a token.
    let client: Client

    /// Sends what goes without one.
    let anonymous: Client

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - token: What is sent as `X-Auth-Token`; nil or empty for what needs none. It is never sent with a log-in.
    ///   - baseURL: The address of the identity service; a version behind it, as in `…/v3`, counts for nothing.
    ///   - transport: The way to the network.
    ///   - middleware: What stands between the client and the transport, outermost first.
    ///   - timeout: How long a request may take, more than zero; nil for as long as it takes.
    ///   - scheduler: Who waits for the timeout.
    public init(
        token: Secret? = nil,
        baseURL: String = Region.c3j1.identityURL,
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        let anonymous = Client(
            baseURL: IdentityAddress.withoutVersion(baseURL), transport: transport,
            defaultFields: [.accept: "application/json"], decoder: .conoHa, errorDecoder: ConoHaError.decoder,
            middleware: middleware, timeout: timeout, scheduler: scheduler)
        self.init(anonymous: anonymous, token: token)
    }

    private init(anonymous: Client, token: Secret?) {
        var client = anonymous
        if let token, !token.value.isEmpty { client.defaultFields[.authToken] = token.value }
        self.init(anonymous: anonymous, client: client)
    }

    /// Creates a client whose tokens are put on requests by middleware.
    init(anonymous: Client, client: Client) {
        self.anonymous = anonymous
        self.client = client
    }

    /// The same client with another token.
    ///
    /// - Parameter token: What is sent as `X-Auth-Token`; nil for what needs none.
    /// - Returns: The client.
    public func with(token: Secret?) -> ConoHaClient {
        ConoHaClient(anonymous: anonymous, token: token)
    }

    /// Sends a request of this package, or one that you have written for an endpoint it lacks.
    ///
    /// Log-ins and what tells of versions are sent without a token.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Parameter request: What to ask for.
    /// - Returns: A cold observable: exactly one value, then completed.
    public func send<Endpoint: Request>(_ request: Endpoint) -> Observable<Endpoint.Response> {
        (request is any Anonymous ? anonymous : client).send(request)
    }
}

extension ConoHaClient: CustomStringConvertible, CustomReflectable {
    /// The type and the address, without the token.
    public var description: String { "ConoHaClient(\(address))" }

    /// The address alone, so that no dump shows the token.
    public var customMirror: Mirror {
        Mirror(self, children: ["baseURL": address], displayStyle: .struct)
    }

    private var address: String { Redactor().baseURL(client.baseURL) }
}
