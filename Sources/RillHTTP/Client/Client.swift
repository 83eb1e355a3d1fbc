public import Foundation
public import RillHTTPTypes

/// A client that sends the requests of one API.
///
///     let client = Client(baseURL: "https://api.github.com", defaultFields: [.accept: "application/json"])
///     let repositories = client.send(SearchRepositories(text: "rx"))
///
/// A client is a value type: copies share only the transport, the middleware and the other objects they were created
/// with. Observables retain everything they need, so a client can go out of scope while its requests run.
public struct Client: Sendable {
    /// The base URL that request paths are appended to, for example `https://qiita.com/api/v2`.
    ///
    /// The scheme must be `http` or `https`.
    public var baseURL: String {
        didSet { parsedBaseURL = BaseURL(baseURL) }
    }

    /// The parsed base URL.
    private(set) var parsedBaseURL: BaseURL

    /// The transport that sends requests and receives responses.
    public var transport: any Transport

    /// The default header fields.
    ///
    /// A request's header field replaces the default of the same name.
    public var defaultFields: HTTPFields

    /// The JSON decoder for requests that do not provide their own.
    public var decoder: any DataDecoder

    /// The decoder for the API's error responses.
    public var errorDecoder: ErrorDecoder

    /// The middleware that wraps the transport, outermost first.
    public var middleware: [any Middleware]

    /// The maximum duration of an exchange, including all attempts and delays in middleware.
    ///
    /// `nil` means no limit.
    public var timeout: Duration?

    /// The maximum size of the decompressed body of an accepted response, in bytes.
    ///
    /// Larger responses fail the request.
    public var bodyLimit: Int

    /// The scheduler used for timeouts and attempt timestamps.
    public var scheduler: any Scheduler

    /// A closure that receives the metrics of each exchange when the exchange ends.
    ///
    /// Defaults to `nil`. The closure runs on the thread that ends the exchange and must return quickly.
    public var onMetrics: (@Sendable (ExchangeMetrics) -> Void)?

    /// The instruments that observe the client's streams.
    ///
    /// An instrument that conforms to ``HTTPInstrument`` also observes exchanges. Defaults to none.
    public var instruments: [any Instrument] = []

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: The base URL that request paths are appended to, as a string or a Foundation `URL`. It is validated
    ///     when a request is sent: a request fails if the scheme is not `http` or `https` or the host is missing.
    ///   - transport: The transport that sends requests and receives responses.
    ///   - defaultFields: The default header fields. A request's header field replaces the default of the same name.
    ///   - decoder: The JSON decoder for requests that do not provide their own.
    ///   - errorDecoder: The decoder for the API's error responses.
    ///   - middleware: The middleware that wraps the transport, outermost first.
    ///   - timeout: The maximum duration of an exchange. Must be greater than zero. Defaults to `nil`, which means no
    ///     limit.
    ///   - bodyLimit: The maximum size of a response body in bytes. Defaults to 256 MiB.
    ///   - scheduler: The scheduler used for timeouts and attempt timestamps.
    public init(
        baseURL: some URLConvertible,
        transport: any Transport = makeDefaultTransport(),
        defaultFields: HTTPFields = [:],
        decoder: any DataDecoder = JSONDecoder(),
        errorDecoder: ErrorDecoder = .none,
        middleware: [any Middleware] = [],
        timeout: Duration? = nil,
        bodyLimit: Int = 256 << 20,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        self.baseURL = baseURL.urlText
        parsedBaseURL = BaseURL(baseURL.urlText)
        self.transport = transport
        self.defaultFields = defaultFields
        self.decoder = decoder
        self.errorDecoder = errorDecoder
        self.middleware = middleware
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.scheduler = scheduler
    }
}

extension Client: CustomStringConvertible, CustomReflectable {
    /// The base URL of the client with secrets redacted, for example `Client(https://qiita.com/api/v2)`.
    public var description: String { "Client(\(BodyText.line(Redactor().baseURL(baseURL))))" }

    /// A mirror of the base URL and the default fields with secrets redacted, as printed by `dump`.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["baseURL": Redactor().baseURL(baseURL), "defaultFields": Redactor().fields(defaultFields)],
            displayStyle: .struct)
    }
}
