public import Rill

/// The settings of a transport: timeouts, trust, routing and limits.
///
///     var options = TransportOptions()
///     options.certificateAuthorityFile = "/etc/ssl/our-own-ca.pem"
///     options.responseTimeout = .seconds(5)
///     let client = Client(baseURL: "https://intranet.example", transport: CurlTransport(options: options))
///
/// Some transports do not support all options; their documentation lists the exceptions. Setting an unsupported option
/// fails each request with ``TransportError/Code-swift.struct/invalidOptions``.
public struct TransportOptions: Sendable {
    // MARK: Timeouts

    /// The time limit for establishing a connection, including DNS, TCP, proxy and TLS.
    ///
    /// `nil` means no limit. Defaults to 30 seconds.
    ///
    /// The time that a request waits because of a connection limit does not count.
    public var connectTimeout: Duration? = .seconds(30)

    /// The time limit from the established connection to the complete response head.
    ///
    /// `nil` means no limit. Defaults to 60 seconds.
    ///
    /// Each chunk of the request body that is sent restarts the time.
    public var responseTimeout: Duration? = .seconds(60)

    /// The time limit between two chunks of the response body.
    ///
    /// `nil` means no limit. Defaults to 60 seconds.
    ///
    /// The time in which the subscriber pauses the body does not count. For streams with long pauses, such as
    /// Server-Sent Events, set `nil` or a value greater than the server's keep-alive interval.
    public var idleTimeout: Duration? = .seconds(60)

    /// The time limit for the complete exchange.
    ///
    /// Defaults to `nil`, which means no limit.
    public var totalTimeout: Duration?

    /// The scheduler used for timeouts, except the connect timeout, which uses the system clock.
    public var scheduler: any Scheduler = ConcurrentDispatchQueueScheduler()

    // MARK: Trust

    /// The path of a PEM file with the trusted certificate authorities.
    ///
    /// Defaults to `nil`, which means the authorities of the system.
    public var certificateAuthorityFile: String?

    /// The certificate that the client presents to servers.
    ///
    /// Defaults to `nil`, which means none.
    public var clientCertificate: ClientCertificate?

    // MARK: Routing

    /// The proxy that requests are sent through.
    ///
    /// Defaults to the proxy from the environment.
    public var proxy = Proxy.environment

    /// The HTTP versions to use.
    ///
    /// Defaults to HTTP/2 if negotiated over TLS, otherwise HTTP/1.1.
    public var httpVersion = HTTPVersion.automatic

    /// The address families that host names are resolved to.
    ///
    /// Defaults to IPv4 and IPv6.
    public var addressFamily = AddressFamily.any

    /// The local IP address or network interface of outgoing connections.
    ///
    /// Defaults to `nil`, which means any.
    public var localAddress: String?

    /// The maximum number of open connections per host.
    ///
    /// Must be at least 1. Defaults to `nil`, which means no limit.
    ///
    /// The limit includes idle connections. Requests that exceed it wait for a connection. With this limit, all
    /// requests of the transport share one thread.
    public var maximumConnectionsPerHost: Int?

    /// The maximum number of open connections.
    ///
    /// Must be at least 1. Defaults to `nil`, which means no limit.
    ///
    /// The limit includes idle connections; an idle connection is closed when a request to another host needs its slot.
    /// Requests that exceed the limit wait for a connection. With this limit, all requests of the transport share one
    /// thread. Without it, each HTTP/1.1 request that finds no idle connection opens one, and each thread keeps up to
    /// 256 idle connections.
    public var maximumConnections: Int?

    // MARK: Messages

    /// The `User-Agent` for requests without this header field.
    ///
    /// `nil` omits it. Defaults to `Rill`.
    public var userAgent: String? = "Rill"

    /// Whether cookies are stored in memory and sent back to the servers that set them.
    ///
    /// Defaults to `false`.
    public var keepsCookies = false

    /// Whether the transport requests compressed responses and decompresses them.
    ///
    /// Defaults to `true`.
    ///
    /// Responses to requests with `Range` are not decompressed, because a part of compressed content cannot be
    /// decompressed.
    public var decompresses = true

    /// The maximum decompressed size of a compressed response body in bytes.
    ///
    /// Must be at least 1. Defaults to 1 GiB.
    ///
    /// A larger body fails with ``TransportError/Code-swift.struct/tooLarge``. The limit protects against decompression
    /// bombs. It does not apply to bodies that are not compressed.
    public var maximumDecompressedSize = 1 << 30

    // MARK: Limits

    /// The maximum size of a response head in bytes.
    ///
    /// Must be at least 1. Defaults to 1 MiB.
    ///
    /// A larger head fails with ``TransportError/Code-swift.struct/tooLarge``. Informational (1xx) heads count toward
    /// the size of the final head. The limit applies separately to trailers.
    public var maximumHeadSize = 1 << 20

    /// The maximum number of header fields in a response head.
    ///
    /// Must be at least 1. Defaults to 10,000.
    ///
    /// More header fields fail with ``TransportError/Code-swift.struct/tooLarge``. The fields of informational (1xx)
    /// heads count toward the number of the final head. The limit applies separately to trailers.
    public var maximumFieldCount = 10_000

    /// The maximum number of informational (1xx) responses before the final response.
    ///
    /// Must be at least 1. Defaults to 100.
    ///
    /// More informational responses fail with ``TransportError/Code-swift.struct/tooLarge``.
    public var maximumInformationalResponses = 100

    /// Creates options with the default values.
    public init() {}

    /// The error for an option that is invalid for every transport, or `nil` if all options are valid.
    package var validationError: TransportError? {
        let times = [
            ("connectTimeout", connectTimeout), ("responseTimeout", responseTimeout), ("idleTimeout", idleTimeout),
            ("totalTimeout", totalTimeout),
        ]
        for case (let name, let time?) in times where time <= .zero {
            return TransportError(
                .invalidOptions, "\(name) is \(time), but must be greater than zero. Set nil for no limit")
        }
        let counts = [
            ("maximumConnectionsPerHost", maximumConnectionsPerHost), ("maximumConnections", maximumConnections),
            ("maximumDecompressedSize", maximumDecompressedSize), ("maximumHeadSize", maximumHeadSize),
            ("maximumFieldCount", maximumFieldCount), ("maximumInformationalResponses", maximumInformationalResponses),
        ]
        for case (let name, let count?) in counts where count < 1 {
            return TransportError(.invalidOptions, "\(name) is \(count), but must be at least 1")
        }
        if let userAgent, userAgent.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return TransportError(.invalidOptions, "userAgent contains a line break or another control character")
        }
        return nil
    }
}
