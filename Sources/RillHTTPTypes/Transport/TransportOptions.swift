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
    /// `nil` means no limit. Defaults to 30 seconds. `CurlTransport` never waits longer than 24 hours.
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
    /// The time during which the body is paused does not count. For streams with long pauses, such as
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
    /// Also applies to proxies with `https` URLs. Defaults to `nil`, which means the authorities of the system.
    public var certificateAuthorityFile: String?

    /// The certificate that the client presents to servers.
    ///
    /// Defaults to `nil`, which means none.
    public var clientCertificate: ClientCertificate?

    /// The accepted public keys of servers, by host.
    ///
    ///     options.pinnedPublicKeys = ["api.example.com": ["sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE="]]
    ///
    /// Each key is `sha256//` and the Base64-encoded SHA-256 of the certificate's `SubjectPublicKeyInfo` in DER. The
    /// server's certificate must be trusted and must contain one of the keys for its host; otherwise, requests fail with the
    /// reason ``TransportError/Reason-swift.struct/wrongPublicKey``. Include a backup key. Defaults to none.
    ///
    /// Write a host in lowercase, without a port, and an IPv6 address in brackets and its shortest form. The keys do not apply
    /// to subdomains, `http` URLs, or proxies.
    ///
    /// If keys are pinned, requests to `https` URLs fail with ``TransportError/Code-swift.struct/invalidURL`` if the host
    /// is an IPv4 address that is not written as four decimal numbers, or contains other characters than letters, digits,
    /// `-`, `.` and `_` after percent-decoding.
    public var pinnedPublicKeys: [String: [String]] = [:]

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

    /// The servers that connections are made to instead of the hosts in URLs.
    ///
    ///     options.hostOverrides = ["api.example.com": "127.0.0.1:8443", "[2001:db8::1]:80": "localhost"]
    ///
    /// The key is a host, or a host and a port. The value is a host or an IP address, with or without a port; without one,
    /// the port does not change. IPv6 addresses are in brackets. A key is in lowercase, and its IPv6 address in the format of
    /// RFC 5952. A key with a port takes precedence. The `Host` field and the verification of the certificate use the host in
    /// the URL. Through an HTTP proxy, such requests use a tunnel. Cannot be combined with ``unixSocketPath``. Defaults to none.
    public var hostOverrides: [String: String] = [:]

    /// The path of the Unix domain socket that all connections are made to.
    ///
    ///     options.unixSocketPath = "/var/run/docker.sock"
    ///     let docker = Client(baseURL: "http://localhost/v1.41", transport: CurlTransport(options: options))
    ///
    /// At most 107 bytes. The `Host` field contains the host of the URL, which is not resolved. A proxy from the environment
    /// is not used, and each request uses a new connection. Cannot be combined with a proxy URL, ``hostOverrides``,
    /// ``localAddress``, an ``addressFamily``, or HTTP/3. Defaults to `nil`, which means TCP connections.
    public var unixSocketPath: String?

    /// The time after which an IPv4 connection is attempted in parallel if an IPv6 connection is not established, or the
    /// other way around.
    ///
    /// At most 24.8 days. Longer times are shortened. Defaults to 200 milliseconds.
    ///
    /// - SeeAlso: RFC 6555, "Happy Eyeballs".
    public var addressFallbackDelay: Duration = .milliseconds(200)

    /// The time for which resolved host names are kept.
    ///
    /// Rounded up to whole seconds, and shortened to at most 24.8 days. Zero means that each new connection resolves its host
    /// name. Defaults to 60 seconds.
    public var resolutionLifetime: Duration = .seconds(60)

    /// The idle time after which the system sends TCP keep-alive probes, and the time between two probes.
    ///
    /// At most 32,767 seconds, rounded up to whole seconds. Defaults to `nil`, which means no probes.
    ///
    /// Probes detect connections that a firewall has dropped, and keep firewalls from dropping connections on which no data
    /// flows.
    public var keepAliveInterval: Duration?

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
    /// 256 idle connections, on Linux at most an eighth of the files that the process may open.
    public var maximumConnections: Int?

    // MARK: Messages

    /// The `User-Agent` for requests without this header field.
    ///
    /// `nil` omits it. Defaults to `Rill`.
    public var userAgent: String? = "Rill"

    /// Whether the client requests compressed responses and decompresses them.
    ///
    /// Defaults to `true`. See <doc:Transports#Content-coding>.
    public var decompresses = true

    /// The maximum decompressed size of a compressed response body in bytes.
    ///
    /// Must be at least 1. Defaults to 1 GiB.
    ///
    /// A larger body fails with ``TransportError/Code-swift.struct/tooLarge``. The limit protects against decompression
    /// bombs. With several codings, it applies to the output of each one. It does not apply to bodies that are not
    /// compressed.
    public var maximumDecompressedSize = HTTPResponse.defaultDecodingLimit

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
    /// heads count toward the limit of the final head. The limit applies separately to trailers.
    public var maximumFieldCount = 10_000

    /// The maximum number of informational (1xx) responses before the final response.
    ///
    /// Must be at least 1. Defaults to 100.
    ///
    /// More informational responses fail with ``TransportError/Code-swift.struct/tooLarge``.
    public var maximumInformationalResponses = 100

    /// The maximum time for which `CurlTransport` reads the rest of a response after its exchange was canceled.
    package var drainTime: Duration = .milliseconds(250)

    /// Creates options with the default values.
    public init() {}

    /// The error for an option that is invalid for every transport, or `nil` if all options are valid.
    package var validationError: TransportError? {
        let times = [
            ("connectTimeout", connectTimeout), ("responseTimeout", responseTimeout), ("idleTimeout", idleTimeout),
            ("totalTimeout", totalTimeout), ("keepAliveInterval", keepAliveInterval),
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
        if let problem = connectionProblem ?? proxy.problem { return TransportError(.invalidOptions, problem) }
        if let userAgent, userAgent.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return TransportError(.invalidOptions, "userAgent contains a line break or another control character")
        }
        return nil
    }
}
