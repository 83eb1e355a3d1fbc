internal import Foundation
public import RillHTTP

/// A client for ConoHa's identity API, versions 2.0 and 3, and for any other Keystone service.
///
///     let client = ConoHaClient(baseURL: Region.c3j1.identityURL)
///     let token = client.token(
///         .password(user: .name("gncu00000001"), password: password), scope: .project(.name("gnct00000001")))
///     let projects = token.flatMap { client.with(token: $0.id).tokenProjects() }
///
/// The streams are cold: no request is sent until an observer subscribes, and disposing the subscription cancels the
/// request. Streams fail only with an `APIError`, whose ``RillHTTP/APIError/conoHa`` contains the service's error
/// response.
///
/// Use ``ConoHaSession`` to have tokens issued and renewed automatically.
///
/// - SeeAlso: <https://doc.conoha.jp/reference/api-vps3/> and <https://docs.openstack.org/api-ref/identity/v3/>, read
///   2026-11-21.
public struct ConoHaClient: Sendable {
    /// Sends the requests that require a token.
    let client: Client

    /// Sends the requests that require no token.
    let anonymous: Client

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - token: The token to send as `X-Auth-Token`. Defaults to `nil`, which sends requests without a token. An
    ///     empty string has the same effect. It is never sent with requests that issue a token.
    ///   - baseURL: The base URL of the identity service. A version at its end, as in `…/v3`, is ignored.
    ///   - transport: The transport that sends the requests.
    ///   - middleware: The middleware between the client and the transport, outermost first.
    ///   - timeout: The timeout of a request. Must be greater than zero. `nil` means no limit.
    ///   - scheduler: The scheduler used for the timeout.
    public init(
        token: Secret? = nil,
        baseURL: String = Region.c3j1.identityURL,
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        let anonymous = Client(
            baseURL: ServiceBaseURL.identity(baseURL), transport: transport,
            defaultFields: [.accept: "application/json"], decoder: JSONDecoder.conoHa,
            errorDecoder: ConoHaError.decoder,
            middleware: middleware, timeout: timeout, scheduler: scheduler)
        self = ConoHaClient(anonymous: anonymous, client: anonymous).with(token: token)
    }

    /// Creates a client whose requests receive their token from a middleware.
    init(anonymous: Client, client: Client) {
        self.anonymous = anonymous
        self.client = client
    }

    /// Returns a copy of the client with another token.
    ///
    /// - Parameter token: The token to send as `X-Auth-Token`. `nil` sends requests without a token.
    /// - Returns: The new client.
    public func with(token: Secret?) -> ConoHaClient {
        var client = anonymous
        if let token, !token.value.isEmpty { client.defaultFields[.authToken] = token.value }
        return ConoHaClient(anonymous: anonymous, client: client)
    }

    /// Sends a request of this package, or a custom request for an endpoint that the package does not provide.
    ///
    /// Requests that issue a token or describe API versions are sent without a token.
    ///
    /// ## Errors
    /// Fails with an `APIError`.
    ///
    /// - Parameter request: The request to send.
    /// - Returns: A cold observable that emits one value and then completes.
    public func send<SomeRequest: Request>(_ request: SomeRequest) -> Observable<SomeRequest.Response> {
        (request is any UnauthenticatedRequest ? anonymous : client).send(request)
    }
}
