public import Foundation
public import Rill

/// Sends the requests of one API.
///
///     let client = Client(baseURL: "https://api.github.com", defaultFields: [.accept: "application/json"])
///     let repositories = client.send(SearchRepositories(text: "rx"))
///
/// A client is a value: what is shared between two of them is what they were given. Its streams keep what they need, so
/// that a client may go out of scope while its requests run.
public struct Client: Sendable {
    /// The address that the paths of requests are put to: `https://qiita.com/api/v2`.
    ///
    /// Only `http` and `https` are sent.
    public var baseURL: String {
        didSet { home = BaseURL(baseURL) }
    }

    /// The same, taken apart.
    private(set) var home: BaseURL

    /// The way to the network.
    public var transport: any Transport {
        didSet { repeatingTransport = transport as? any RepeatingTransport }
    }

    /// The same, if it reports when it sends a request again.
    private(set) var repeatingTransport: (any RepeatingTransport)?

    /// Header fields of all requests that do not bring one of that name.
    public var defaultFields: HTTPFields

    /// How JSON is read, for requests that bring no decoder.
    public var decoder: JSONDecoder

    /// How the API's own errors are read.
    public var errorDecoder: ErrorDecoder

    /// What stands between the client and the transport, outermost first.
    public var middleware: [any Middleware] {
        didSet { listName = Self.name(of: middleware) }
    }

    /// Tells this list of middleware from others, where it is not known which credentials it puts on requests.
    private(set) var listName: String?

    private static func name(of middleware: [any Middleware]) -> String? {
        middleware.allSatisfy { $0 is any IdentifyingMiddleware } ? nil : UUID().uuidString
    }

    /// How long an exchange may take, all attempts and waits of the middleware included; nil for as long as it takes.
    public var timeout: Duration?

    /// How many bytes the body of an accepted answer may have, decoded, before the exchange is given up.
    public var bodyLimit: Int

    /// Who waits for the timeout, and whose clock dates the attempts.
    public var scheduler: any Scheduler

    /// Told of each exchange when it is over: how long each part of it took.
    ///
    /// Nil, and no cost, unless set. Called where the exchange ends, so it must be quick.
    public var onMetrics: (@Sendable (ExchangeMetrics) -> Void)?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - baseURL: The address that the paths of requests are put to.
    ///   - transport: The way to the network.
    ///   - defaultFields: Header fields of all requests that do not bring one of that name.
    ///   - decoder: How JSON is read.
    ///   - errorDecoder: How the API's own errors are read.
    ///   - middleware: What stands between the client and the transport, outermost first.
    ///   - timeout: How long an exchange may take, more than zero; nil for as long as it takes.
    ///   - bodyLimit: How many bytes an answer may have; 256 MiB if left out.
    ///   - scheduler: Who waits for the timeout.
    public init(
        baseURL: String,
        transport: any Transport = makeDefaultTransport(),
        defaultFields: HTTPFields = [:],
        decoder: JSONDecoder = JSONDecoder(),
        errorDecoder: ErrorDecoder = .none,
        middleware: [any Middleware] = [],
        timeout: Duration? = nil,
        bodyLimit: Int = 256 << 20,
        scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()
    ) {
        self.baseURL = baseURL
        home = BaseURL(baseURL)
        self.transport = transport
        repeatingTransport = transport as? any RepeatingTransport
        self.defaultFields = defaultFields
        self.decoder = decoder
        self.errorDecoder = errorDecoder
        self.middleware = middleware
        listName = Self.name(of: middleware)
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.scheduler = scheduler
    }
}

extension Client: CustomStringConvertible, CustomReflectable {
    /// Whom it asks, without what is secret in the address: `a client of https://qiita.com/api/v2`.
    public var description: String { "a client of \(BodyText.line(Redactor().baseURL(baseURL)))" }

    /// The same, and the default fields without what is secret in them: what `dump` prints.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["baseURL": Redactor().baseURL(baseURL), "defaultFields": Redactor().fields(defaultFields)],
            displayStyle: .struct)
    }
}
