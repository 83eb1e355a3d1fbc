public import RillOAuth

extension GarageClient {
    /// Creates a client that obtains its token by OAuth and renews it when it expires.
    ///
    /// If several requests fail because of an expired token, the token is renewed once, and each request is retried
    /// once. If the renewal fails, the requests fail with the `APIError` of the token request (see
    /// ``RillHTTP/APIError/garageOAuth``).
    ///
    /// The middleware that adds the token is inserted after the first `FollowRedirects`, so that the token is not sent
    /// to other servers. Without `FollowRedirects`, it wraps all other middleware.
    ///
    /// - Parameters:
    ///   - endpoint: The base URL of the server without the path prefix: `https://api.example.com`.
    ///   - credentials: The source of the token. Several clients can share it.
    ///   - pathPrefix: The prefix of all paths, with one or more segments. May be empty. Defaults to `v1`.
    ///   - defaultFields: The header fields added to every request that does not set them. `Accept` is already set.
    ///   - decoder: The JSON decoder. The default accepts several date formats and leaves keys unchanged.
    ///   - transport: The transport that sends the requests.
    ///   - middleware: The middleware between the client and the transport, outermost first.
    ///   - timeout: The timeout of a request, including a token renewal. Must be greater than zero. `nil` means no
    ///     limit.
    ///   - scheduler: The scheduler used for the timeout.
    public init(
        endpoint: String,
        credentials: GarageCredentials,
        pathPrefix: String = "v1",
        defaultFields: HTTPFields = [:],
        decoder: any DataDecoder = GarageClient.makeDecoder(),
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        var middleware = middleware
        let index = middleware.firstIndex { $0 is FollowRedirects }.map { $0 + 1 } ?? 0
        middleware.insert(credentials.authentication(for: endpoint), at: index)
        self.init(
            endpoint: endpoint, pathPrefix: pathPrefix, defaultFields: defaultFields, decoder: decoder,
            transport: transport, middleware: middleware, timeout: timeout, scheduler: scheduler)
    }
}
