public import Foundation
public import RillHTTP

/// A client of GitHub's REST API.
///
///     let client = GitHubClient()
///     let subscription = client.searchRepositories("reactive language:swift", sort: .stars).subscribe(
///         onNext: { page in print(page.totalCount, page.items.map(\.fullName)) },
///         onError: { error in print(error) })
///
/// The streams are cold: no request is sent until an observer subscribes, and disposing the subscription cancels the
/// request. Streams fail only with an `APIError`, whose ``RillHTTP/APIError/github`` contains GitHub's error response.
///
/// GitHub allows 60 requests per hour and 10 searches per minute for each IP address without a token, and 5,000 and 30
/// with a token. Add ``RateLimitWaiting`` to wait when a limit is exceeded, and a `ResponseCache` to avoid
/// counting requests for unchanged resources:
///
///     GitHubClient(
///         token: token, transport: makeDefaultTransport().caching(in: ResponseCache()),
///         middleware: [RateLimitWaiting()])
///
/// The client follows redirects, as GitHub requires: a renamed repository is found under its old name. The token is not
/// sent to any other host.
///
/// - SeeAlso: <https://docs.github.com/rest>, read 2026-11-21.
public struct GitHubClient: Sendable {
    let client: Client

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - token: An access token of any kind. Defaults to `nil`, which sends unauthenticated requests. An empty string
    ///     has the same effect.
    ///   - baseURL: The base URL of the API. For GitHub Enterprise Server, `https://HOST/api/v3`.
    ///   - transport: The transport that sends the requests.
    ///   - middleware: The middleware between the client and the transport, outermost first. The client adds
    ///     `FollowRedirects` as the outermost middleware.
    ///   - version: The version of the API.
    ///   - userAgent: The `User-Agent` header field, which GitHub requires: the name of your app. An empty string sends
    ///     `Rill`.
    ///   - timeout: The timeout of a request, including waits for rate limits. Must be greater than zero. `nil` means
    ///     no limit.
    ///   - scheduler: The scheduler used for the timeout.
    public init(
        token: String? = nil,
        baseURL: String = "https://api.github.com",
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        version: APIVersion = .november2022,
        userAgent: String = "Rill",
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        var fields: HTTPFields = [
            .accept: "application/vnd.github+json", .gitHubVersion: version.rawValue,
            .userAgent: userAgent.isEmpty ? "Rill" : userAgent,
        ]
        if let token, !token.isEmpty { fields[.authorization] = "Bearer \(token)" }
        client = Client(
            baseURL: baseURL, transport: transport, defaultFields: fields, decoder: Self.makeDecoder(),
            errorDecoder: GitHubError.decoder, middleware: [FollowRedirects()] + middleware, timeout: timeout,
            scheduler: scheduler)
    }

    /// Sends a request of this package, or a custom request for an endpoint that the package does not provide.
    ///
    /// ## Errors
    /// Fails with an `APIError`.
    ///
    /// - Parameter request: The request to send.
    /// - Returns: A cold observable that emits one value and then completes.
    public func send<SomeRequest: Request>(_ request: SomeRequest) -> Observable<SomeRequest.Response> {
        client.send(request)
    }

    /// Returns a decoder for the models of this package.
    ///
    /// - Returns: A decoder that parses GitHub's date format.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .tolerant()
        return decoder
    }
}

extension HTTPField.Name {
    static let gitHubVersion = HTTPField.Name(literal: "X-GitHub-Api-Version")
    static let gitHubRequestID = HTTPField.Name(literal: "X-GitHub-Request-Id")
}
