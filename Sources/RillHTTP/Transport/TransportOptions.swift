public import Rill

/// How a transport reaches servers: whom it trusts, which way it goes, how long it waits, how much it takes.
///
///     var options = TransportOptions()
///     options.certificateAuthorityFile = "/etc/ssl/our-own-ca.pem"
///     options.responseTimeout = .seconds(5)
///     let client = Client(baseURL: "https://intranet.example", transport: CurlTransport(options: options))
///
/// Not every transport can do everything. What it cannot do is listed in its documentation, and asking for it fails the
/// request with ``TransportError/Code-swift.struct/invalidOptions`` instead of being ignored.
public struct TransportOptions: Sendable {
    // MARK: Time

    /// How long it may take until the connection stands: name, TCP, proxy and TLS; nil for as long as it takes.
    ///
    /// Time in which the request waits for one of a limited number of connections does not count.
    public var connectTimeout: Duration? = .seconds(30)

    /// How long the answer's head may take once the connection stands; nil for as long as it takes.
    ///
    /// While a body is being sent, the time begins anew with each piece of it.
    public var responseTimeout: Duration? = .seconds(60)

    /// How long nothing may come in the middle of a body; nil for as long as it takes.
    ///
    /// Time in which the reader holds the body back does not count. For streams that are silent for long, such as
    /// Server-Sent Events, it should be nil or longer than the server's silence.
    public var idleTimeout: Duration? = .seconds(60)

    /// How long the whole exchange may take, until the last byte; nil, the default, for as long as it takes.
    public var totalTimeout: Duration?

    /// Whose clock counts the time-outs, all but that of the connection, which is the system's.
    public var scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()

    // MARK: Trust

    /// The path of a file (PEM) with the certificates to trust, instead of the system's.
    public var certificateAuthorityFile: String?

    /// What the client shows to servers that ask who it is.
    public var clientCertificate: ClientCertificate?

    // MARK: Way

    /// Through whom requests go.
    public var proxy = Proxy.environment

    /// Which versions of HTTP are spoken.
    public var httpVersion = HTTPVersion.automatic

    /// Which kind of addresses names are resolved to.
    public var addressFamily = AddressFamily.any

    /// The address or the network interface that connections go out from; nil leaves it to the system.
    public var localAddress: String?

    /// The maximum number of connections that are open to one host at once, one or more.
    ///
    /// Further requests wait. Defaults to `nil`, which means no limit. Connections in use and idle ones count. All requests of
    /// the transport then share one thread.
    public var maximumConnectionsPerHost: Int?

    /// The maximum number of connections that are open at once, one or more.
    ///
    /// Further requests wait. Defaults to `nil`, which means no limit. Connections in use and idle ones count: an idle one is
    /// closed to make room for another host. All requests of the transport then share one thread. Without a limit, a
    /// connection is opened for each HTTP/1.1 request that finds no idle one, and up to 256 idle ones are kept for each thread.
    public var maximumConnections: Int?

    // MARK: Messages

    /// What is sent as `User-Agent` by requests that bring none; nil to send none.
    public var userAgent: String? = "Rill"

    /// Whether cookies that servers set are kept, in memory, and sent back to them.
    public var keepsCookies = false

    /// Whether compressed answers are asked for, and decompressed.
    ///
    /// The answer to a request with `Range` stays as it comes: a part of what is compressed cannot be decompressed.
    public var decompresses = true

    /// How many bytes a compressed answer may have when it is decompressed; more is
    /// ``TransportError/Code-swift.struct/tooLarge``.
    ///
    /// It guards against small answers that unfold to enormous ones. Answers that were not compressed have no limit here:
    /// they are never larger than what the server sends.
    public var maximumDecompressedSize = 1 << 30

    // MARK: Limits

    /// The maximum size of a response head in bytes, one or more; a larger one fails with
    /// ``TransportError/Code-swift.struct/tooLarge``.
    ///
    /// Informational (1xx) heads count toward the head that follows them. Trailers have the same limit of their own.
    public var maximumHeadSize = 1 << 20

    /// The maximum number of header fields in a response head, one or more; more fail with
    /// ``TransportError/Code-swift.struct/tooLarge``.
    ///
    /// The fields of informational (1xx) heads count toward the head that follows them. Trailers have the same limit of their
    /// own.
    public var maximumFieldCount = 10_000

    /// The maximum number of informational (1xx) responses before the response itself, one or more; more fail with
    /// ``TransportError/Code-swift.struct/tooLarge``.
    public var maximumInformationalResponses = 100

    /// Creates the default options.
    public init() {}

    /// What makes the options unusable for any transport; nil if nothing does.
    package var flaw: TransportError? {
        let times = [
            ("connectTimeout", connectTimeout), ("responseTimeout", responseTimeout), ("idleTimeout", idleTimeout),
            ("totalTimeout", totalTimeout),
        ]
        for case (let name, let time?) in times where time <= .zero {
            return TransportError(.invalidOptions, "\(name) is \(time); it has to be more than zero, or nil")
        }
        let counts = [
            ("maximumConnectionsPerHost", maximumConnectionsPerHost), ("maximumConnections", maximumConnections),
            ("maximumDecompressedSize", maximumDecompressedSize), ("maximumHeadSize", maximumHeadSize),
            ("maximumFieldCount", maximumFieldCount), ("maximumInformationalResponses", maximumInformationalResponses),
        ]
        for case (let name, let count?) in counts where count < 1 {
            return TransportError(.invalidOptions, "\(name) is \(count); it has to be one or more")
        }
        if let userAgent, userAgent.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return TransportError(.invalidOptions, "userAgent holds a line break or another control character")
        }
        return nil
    }
}
