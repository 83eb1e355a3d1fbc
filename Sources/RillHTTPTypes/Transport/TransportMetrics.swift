/// The phases of one attempt and the connection that it used, as measured by the transport.
///
///     client.onMetrics = { metrics in
///         for attempt in metrics.attempts {
///             print(attempt.metrics?.connect ?? .zero, attempt.metrics?.firstByte ?? .zero)
///         }
///     }
///
/// ## Phases
/// The phases follow one another in the order of their declaration, without gaps. A phase is `nil` if it did not take place,
/// if the attempt ended before it, or if the transport cannot measure it; its time then belongs to the next phase. The phase
/// in which an attempt fails ends with the attempt.
///
/// The durations are real time, whatever scheduler the client uses. `CurlTransport` measures them on its own thread, so they
/// include the time that the thread spends on other exchanges; it requires libcurl 7.80. `URLSessionTransport` measures on
/// Apple platforms. On Linux, it has no metrics.
public struct TransportMetrics: Sendable, Hashable {
    // MARK: Phases

    /// The time from the subscription until the transport began to resolve the name, or used an open connection.
    ///
    /// Includes the wait for a free connection if the number of connections is limited.
    public var queue: Duration?

    /// The time until the name of the host was resolved, or `nil` if an open connection was used.
    public var nameResolution: Duration?

    /// The time until the TCP connection was established, or `nil` if an open connection was used.
    ///
    /// Without TLS to the server, it includes the negotiation with a proxy, and TLS to the proxy.
    public var connect: Duration?

    /// The duration of the TLS handshake, or `nil` if an open connection was used, or one without TLS.
    ///
    /// Includes the negotiation with a proxy. Without TLS to the server, the negotiation belongs to ``connect``.
    public var tls: Duration?

    /// The time until the last part of the request was sent.
    ///
    /// `CurlTransport` measures it for a body that is a stream, a file, or larger than 64 KiB. It is `nil` for others, which are
    /// sent together with the head.
    public var request: Duration?

    /// The time until the first byte of the response arrived.
    ///
    /// Informational responses, such as `100 Continue`, are not counted.
    public var firstByte: Duration?

    /// The time until the response ended, or `nil` if it was canceled.
    ///
    /// Includes the time during which the subscriber has paused the body.
    public var transfer: Duration?

    // MARK: Connection

    /// Whether an open connection was used, or `nil` if the attempt ended before it had a connection.
    public var isConnectionReused: Bool?

    /// The negotiated version of HTTP, such as `1.1` or `2`, or `nil` if there was no response.
    public var httpVersion: String?

    /// The negotiated version of TLS, such as `1.3`, or `nil` without TLS.
    ///
    /// `CurlTransport` knows it if libcurl uses OpenSSL.
    public var tlsVersion: String?

    /// The IP address of the server or its proxy.
    ///
    /// `nil` without a connection, or over a Unix domain socket.
    public var remoteAddress: String?

    /// The port of the server or its proxy.
    ///
    /// `nil` without a connection, or over a Unix domain socket.
    public var remotePort: Int?

    // MARK: Bytes

    /// The number of bytes sent: the request head and the body as it was encoded.
    ///
    /// The framing of bodies, HTTP/2, and TLS is not counted. For HTTP/2, the head counts as if it were sent over HTTP/1.1.
    public var sentBytes = 0

    /// The number of bytes received: response heads and the encoded body, such as one compressed with gzip.
    ///
    /// Counted like ``sentBytes``.
    public var receivedBytes = 0

    /// The number of bytes of the decoded response body.
    public var decodedBytes = 0

    /// Creates metrics in which nothing is measured.
    public init() {}

    /// The sum of all phases.
    public var total: Duration {
        phases.reduce(.zero) { $0 + ($1.duration ?? .zero) }
    }

    /// The phases in order, with their names.
    public var phases: [(name: String, duration: Duration?)] {
        [
            ("queue", queue), ("name resolution", nameResolution), ("connect", connect), ("TLS", tls),
            ("request", request), ("first byte", firstByte), ("transfer", transfer),
        ]
    }
}
