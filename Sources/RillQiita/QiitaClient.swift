public import Foundation
public import RillHTTP

/// A client for version 2 of Qiita's API.
///
///     let client = QiitaClient()
///     let subscription = client.tags(sort: .count).subscribe(
///         onNext: { tags in print(tags) },
///         onError: { error in print(error) })
///
/// The streams are cold: no request is sent until an observer subscribes, and disposing the subscription cancels the
/// request. Streams fail only with an `APIError`, whose ``RillHTTP/APIError/qiita`` contains Qiita's error response.
///
/// Qiita allows 60 requests per hour for each IP address without a token, and 1,000 with a token.
///
/// - SeeAlso: <https://qiita.com/api/v2/docs>, read 2026-11-21.
public struct QiitaClient: Sendable {
    let client: Client

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - token: An access token. Defaults to `nil`, which sends unauthenticated requests. An empty string has the
    ///     same effect.
    ///   - baseURL: The base URL, including `/api/v2`. For a Qiita Team, `https://TEAM.qiita.com/api/v2`.
    ///   - transport: The transport that sends the requests.
    ///   - middleware: The middleware between the client and the transport, outermost first.
    ///   - timeout: The timeout of a request. Must be greater than zero. `nil` means no limit.
    ///   - scheduler: The scheduler used for the timeout.
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
            baseURL: baseURL, transport: transport, defaultFields: fields, decoder: Self.makeDecoder(),
            errorDecoder: QiitaError.decoder,
            middleware: middleware, timeout: timeout, scheduler: scheduler)
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
    /// - Returns: A decoder that parses Qiita's date format.
    public static func makeDecoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .tolerant()
        return decoder
    }

    /// Returns the pages of a list from a page number.
    func pages<SomeRequest: Request, Element>(
        from first: Int, _ request: @escaping @Sendable (_ page: Int) -> SomeRequest
    ) -> Observable<Page<ListPage<Element>>> where SomeRequest.Response == ListPage<Element> {
        client.pages(from: PageCursor(first)) { cursor in
            request(cursor?.number ?? first)
        } next: { page in
            page.value.nextNumber.map { PageCursor($0) }
        }
    }
}
