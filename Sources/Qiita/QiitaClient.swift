public import Rill
public import RillHTTP

/// A client of Qiita, version 2 of its API.
///
///     let client = QiitaClient()
///     let subscription = client.tags(sort: .count).subscribe(
///         onNext: { tags in print(tags) },
///         onError: { error in print(error) })
///
/// Its streams are cold: nothing is sent until someone subscribes, and disposal gives the request up. All of them fail with
/// an `APIError` and nothing else; what Qiita itself said stands in its ``RillHTTP/APIError/qiita``.
///
/// Without a token Qiita answers 60 requests an hour to each address, with one 1,000.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs>, read 2026-11-21.
public struct QiitaClient: Sendable {
    let client: Client

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - token: An access token; nil or empty to read what anyone may read.
    ///   - baseURL: The address up to and with `/api/v2`; a team's is `https://TEAM.qiita.com/api/v2`.
    ///   - transport: The way to the network.
    ///   - middleware: What stands between the client and the transport, outermost first.
    ///   - timeout: How long a request may take, more than zero; nil for as long as it takes.
    ///   - scheduler: Who waits for the timeout.
    public init(
        token: String? = nil,
        baseURL: String = "https://qiita.com/api/v2",
        transport: any Transport = makeDefaultTransport(),
        middleware: [any Middleware] = [],
        timeout: Duration? = nil,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        var fields: HTTPFields = [.accept: "application/json"]
        if let token, !token.isEmpty { fields[.authorization] = "Bearer \(token)" }
        client = Client(
            baseURL: baseURL, transport: transport, defaultFields: fields, errorDecoder: QiitaError.decoder,
            middleware: middleware, timeout: timeout, scheduler: scheduler)
    }

    /// Sends a request of this package, or one that you have written for an endpoint it lacks.
    ///
    /// ## Errors
    /// `APIError`.
    ///
    /// - Parameter request: What to ask for.
    /// - Returns: A cold observable: exactly one value, then completed.
    public func send<Endpoint: Request>(_ request: Endpoint) -> Observable<Endpoint.Response> {
        client.send(request)
    }
}

extension QiitaClient: CustomStringConvertible, CustomReflectable {
    /// The type and the address, without the token.
    public var description: String { "QiitaClient(\(client.baseURL))" }

    /// The address alone, so that no dump shows the token.
    public var customMirror: Mirror {
        Mirror(self, children: ["baseURL": client.baseURL], displayStyle: .struct)
    }
}
