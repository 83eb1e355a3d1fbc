public import Foundation
public import RillHTTP

/// A client for any Garage server.
///
///     let client = GarageClient(endpoint: "https://api.example.com", accessToken: token)
///     let subscription = client.send(ListRecipes(text: "tofu")).subscribe(
///         onNext: { response in print(response.resource, response.totalCount ?? 0) },
///         onError: { error in print(error) })
///
/// A request is a ``GarageEndpoint`` or your own ``GarageRequest`` type. The operations of Garage's example application
/// are available in ``GarageExample``. The path of a request is appended to the endpoint and the path prefix:
/// `/recipes` becomes `https://api.example.com/v1/recipes`.
///
/// The streams are cold: no request is sent until an observer subscribes, and disposing the subscription cancels the
/// request. Streams fail only with an `APIError`, whose ``RillHTTP/APIError/garage`` contains the server's error
/// response.
///
/// - SeeAlso: <https://github.com/cookpad/garage>, read 2026-11-21.
public struct GarageClient: Sendable {
    let client: Client

    /// Creates a client with a fixed access token, or without a token.
    ///
    /// - Parameters:
    ///   - endpoint: The base URL of the server without the path prefix: `https://api.example.com`.
    ///   - accessToken: The access token. Defaults to `nil`, which sends unauthenticated requests. An empty string has
    ///     the same effect.
    ///   - pathPrefix: The prefix of all paths, for example `api/v1`. May be empty. Defaults to `v1`.
    ///   - defaultFields: The header fields added to every request that does not set them. `Accept` is already set.
    ///   - decoder: The JSON decoder. The default accepts several date formats and leaves keys unchanged.
    ///   - transport: The transport that sends the requests.
    ///   - middleware: The middleware that wraps the transport, outermost first.
    ///   - timeout: The timeout of a request. Must be greater than zero. `nil` means no limit.
    ///   - scheduler: The scheduler used for the timeout.
    public init(
        endpoint: String,
        accessToken: String? = nil,
        pathPrefix: String = "v1",
        defaultFields: HTTPFields = [:],
        decoder: any DataDecoder = GarageClient.makeDecoder(),
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        var fields: HTTPFields = [.accept: "application/json"]
        for field in defaultFields { fields[fields: field.name] = defaultFields[fields: field.name] }
        if let accessToken, !accessToken.isEmpty { fields[.authorization] = "Bearer \(accessToken)" }
        client = Client(
            baseURL: BaseURL.join(endpoint, pathPrefix), transport: transport, defaultFields: fields, decoder: decoder,
            errorDecoder: GarageError.decoder, middleware: middleware, timeout: timeout,
            scheduler: scheduler)
    }

    /// Sends a request.
    ///
    /// ## Errors
    /// Fails with an `APIError`: at the `request` stage, without sending a request, if the selected fields are invalid.
    ///
    /// - Parameter request: The request to send, for a single resource or a list.
    /// - Returns: A cold observable that emits one response and then completes.
    public func send<SomeRequest: GarageRequest>(
        _ request: SomeRequest
    ) -> Observable<GarageResponse<SomeRequest.Resource>> {
        client.send(ResolvedRequest(base: request, clientBaseURL: client.baseURL))
    }

    /// Returns a new default JSON decoder.
    ///
    /// - Returns: A decoder that accepts several date formats.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .tolerant()
        return decoder
    }
}
